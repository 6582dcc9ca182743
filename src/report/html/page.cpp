#include "report/html/page.hpp"

#include <fmt/core.h>

#include "certificate/writer.hpp"

namespace hardmax::report::html {

namespace {

// Base64 of bytes that are given as hexadecimal digits: how a policy names a hash.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto nibble = [](char ch) {
    return static_cast<unsigned>(ch <= '9' ? ch - '0' : ch - 'a' + 10);
  };
  std::string out;
  for (std::size_t at = 0; at < hex.size(); at += 6) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < 6; ++i)
      bits = bits << 4 | (at + i < hex.size() ? nibble(hex[at + i]) : 0);
    const std::size_t bytes = (std::min<std::size_t>(hex.size() - at, 6)) / 2;
    for (std::size_t i = 0; i < 4; ++i) out += i <= bytes ? digits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

}  // namespace

std::string anchor_of(std::string_view id) {
  std::string anchor = "c-";
  for (const char ch : id) {
    const bool plain = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
                       (ch >= '0' && ch <= '9') || ch == '.' || ch == '_';
    anchor += plain ? std::string(1, ch) : fmt::format("-{:02x}", static_cast<unsigned char>(ch));
  }
  return anchor;
}

// In print every page has the title above and its number below.
std::string running_titles(std::string_view title) {
  return fmt::format(
      "@media print{{@page{{@top-left{{content:{};font-size:8pt;color:#444}}"
      "@bottom-right{{content:counter(page) \" of \" counter(pages);font-size:8pt;color:#444}}}}}}",
      css_string(title));
}

std::string page(const Page& page) {
  const std::string policy = fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'",
      base64_of_hex(certificate::sha256(script())));
  Markup m;
  m.open("html", {{"lang", "en"}});
  m.open("head");
  m.leaf("meta", {{"charset", "utf-8"}});
  m.leaf("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}});
  m.leaf("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  m.leaf("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  m.leaf("meta", {{"name", "generator"}, {"content", "verify report"}});
  m.element("title", page.title);
  m.open("style");
  m.add({std::string(style()) + running_titles(page.title)});
  m.close();
  m.close();
  m.open("body");
  m.element("a", "Skip to the report", {{"class", "skip"}, {"href", "#report"}});
  m.open("header");
  m.element("p", page.kicker, {{"class", "kicker"}});
  m.element("h1", page.title);
  m.add(page.imprint);
  m.close();
  m.open("main", {{"id", "report"}, {"tabindex", "-1"}});
  m.add(page.verdict);
  if (!page.contents.empty()) {
    m.open("nav", {{"aria-label", "Contents"}, {"class", "contents"}});
    m.open("ul");
    for (const Section& section : page.contents) {
      m.open("li");
      m.element("a", section.label, {{"href", "#" + section.anchor}});
      m.close();
    }
    m.close();
    m.close();
  }
  m.add(page.body);
  m.close();
  m.open("footer");
  m.element("p", page.footer);
  m.close();
  m.open("script");
  m.add({std::string(script())});
  m.close();
  m.close();
  m.close();
  return "<!DOCTYPE html>\n" + m.finish().markup;
}

}  // namespace hardmax::report::html
