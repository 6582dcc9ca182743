# The table of papers of `verify findings --format md`, made narrow for README.md: numbers in a
# table, then for each paper a sentence about its theorem, in lines of at most 100 columns.
BEGIN {
  FS = " [|] "
  print "| paper | claims | false as printed | repaired |"
  print "|---|--:|--:|--:|"
}
/^[|] \[/ {
  title = $1; sub(/^[|] \[/, "", title); sub(/\]\(.*/, "", title)
  link = $1; sub(/.*\]\(/, "", link); sub(/\).*/, "", link)
  id = $1; sub(/`$/, "", id); sub(/.*`/, "", id)
  theorem = $7; sub(/ [|]$/, "", theorem)
  print "| [" id "](" link ") | " $2 " | " $3 " | " $5 " |"
  said[++papers] = "- **" id "**, *" title "*: " theorem
}
END {
  print ""
  for (i = 1; i <= papers; ++i) {
    line = ""
    count = split(said[i], words, " ")
    for (j = 1; j <= count; ++j) {
      if (length(line) + 1 + length(words[j]) > 100) { print line; line = "  " words[j] }
      else line = line (line == "" ? "" : " ") words[j]
    }
    print line
  }
}
