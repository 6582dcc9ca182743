#!/bin/sh
# Compiles the Coq theory, the exports and the tampered exports: proofs/coq/check.sh BUILD_DIR
#   Everything is built in BUILD_DIR (made if missing); nothing is written here. Prints 'N passed, N failed'. Exit 0: nothing failed, or there is no Coq; 1: something failed; 64: usage.
#   Passed must be: every file of the theory; every theorem of Audit.v and of the entries that name one closed (no axioms), those of AuditReals.v with the axioms of Coq's real numbers alone;
#   exports of ten patterns and of some runs; and that every tampered file is refused.
set -u
[ $# -eq 1 ] || { echo "usage: check.sh BUILD_DIR" >&2; exit 64; }
command -v coqc >/dev/null 2>&1 || { echo "SKIPPED: no coqc on this machine (Debian: apt-get install --no-install-recommends coq); nothing of proofs/coq was checked"; exit 0; }
here=$(cd "$(dirname "$0")" && pwd) || exit 1
mkdir -p "$1" || exit 1
build=$(cd "$1" && pwd)
[ "$build" != "$here" ] || { echo "check.sh: BUILD_DIR must not be the source folder" >&2; exit 64; }
rm -rf "$build/theory" "$build/exports" "$build/tampered"
mkdir -p "$build/theory" "$build/exports" "$build/tampered"
cd "$build" || exit 1

passed=0
failed=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED: $1"; }
closed="Closed under the global context"
processors=$(nproc 2>/dev/null || echo 2)
# number of closed theorems in a log; a log that names an axiom is never all closed
count() { grep -c "^$closed\$" "$1"; }
# Compiles the files named on its input, as many at once as there are processors: FILE.v.log is what Coq says, FILE.v.rc how it ended.
# 170 seconds of processor time each, not of the clock: a machine that does other work fails no file.
compile_all() { xargs -P "$processors" -I FILE sh -c 'ulimit -t 170; coqc -q -R theory Hardmax FILE >FILE.log 2>&1; echo $? >FILE.rc'; }

# 1. The theory: every file of this folder, after those it requires. A file waits until those are compiled; as they stand before it in the list, they are done or under way.
cp "$here"/*.v theory/
requires='s/^From Hardmax Require \(Import \|Export \)\{0,1\}\([^.]*\)\..*/\2/p'
for file in theory/*.v; do
  name=$(basename "$file" .v)
  needed=$(sed -n "$requires" "$file" | tr '\n' ' ')
  echo "$needed" >"$file.needs"
  echo "$name $name"
  for other in $needed; do echo "$other $name"; done
done >pairs.txt
tsort pairs.txt >order.txt || { echo "FAILED: files of the theory require each other in a circle"; exit 1; }
xargs -P $((processors + 1)) -I NAME sh -c '
  for other in $(cat theory/NAME.v.needs); do
    while [ -e "theory/$other.v" ] && [ ! -e "theory/$other.v.rc" ]; do sleep 0.05; done
  done
  ulimit -t 170; coqc -q -R theory Hardmax theory/NAME.v >theory/NAME.v.log 2>&1; echo $? >theory/NAME.v.part; mv theory/NAME.v.part theory/NAME.v.rc' <order.txt
for file in theory/*.v; do
  if [ "$(cat "$file.rc")" -eq 0 ]; then pass; else fail "$(basename "$file") does not compile: $(grep -v '^ *$' "$file.log" | tail -n 3 | tr '\n' ' ')"; fi
done
if grep -nE '\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Abort)\b' "$here"/*.v; then fail "a file of the theory leaves something unproved"; else pass; fi

# 2. Audit: all theorems closed, no axiom.
if [ "$(count theory/Audit.v.log)" -eq 1 ] && ! grep -q '^Axioms:' theory/Audit.v.log; then pass; else fail "Audit.v: not all theorems are closed: $(tail -n 2 theory/Audit.v.log | tr '\n' ' ')"; fi

# Over the reals: the axioms of Coq's real numbers, and no other.
reals="Axioms: ClassicalDedekindReals.sig_forall_dec FunctionalExtensionality.functional_extensionality_dep "
named() { grep -v '^ ' "$1" | sed 's/ .*//' | LC_ALL=C sort -u | tr '\n' ' '; }   # the axioms that a log names
found=$(named theory/AuditReals.v.log)
if [ "$found" = "$reals" ] && [ "$(grep -c '^Axioms:' theory/AuditReals.v.log)" -eq "$(grep -c '^Print' "$here/AuditReals.v")" ]; then pass; else fail "AuditReals.v: the axioms are $found"; fi

# 3. Entries that name a theorem: it proves the statement that verify printed from the entry (Statements.v; a test of verify compares the text). It rests on no axiom; where the claim binds
#    real names, its theorem is in a file Real*.v and rests on the axioms of Coq's real numbers at most.
cat "$here"/../*/*.toml | sed -n 's/^id *= *"\(.*\)"$/id \1/p; s/^theorem *= *"\(.*\)"$/theorem \1/p' |
  awk '$1 == "id" { name = $2; gsub(/[^A-Za-z0-9]/, "_", name) } $1 == "theorem" { print name, $2 }' >theorems.txt
# links FILE < theorems: a theorem "NAME FILE.THEOREM" a line, and what all of them rest on
links() {
  cat >these.txt
  { echo "From Hardmax Require Statements."
    sed 's/.* \(.*\)\..*/From Hardmax Require \1./' these.txt | LC_ALL=C sort -u
    awk '{ print "Theorem " $1 " : Statements." $1 ".\nProof. exact " $2 ". Qed."; all = all (all == "" ? "" : ", ") $1 } END { print "Definition all_of_them := (" all ").\nPrint Assumptions all_of_them." }' these.txt
  } >"$1"
}
grep -v ' Real' theorems.txt | links theory/links.v
grep ' Real' theorems.txt | links theory/links_real.v
ls theory/links.v theory/links_real.v | compile_all
linked=$(wc -l <theorems.txt)
if [ "$linked" -gt 0 ] && [ "$linked" -eq "$(grep -c '^Definition' "$here/Statements.v")" ] && [ "$(cat theory/links.v.rc)" -eq 0 ] && [ "$(count theory/links.v.log)" -eq 1 ] && ! grep -q '^Axioms:' theory/links.v.log
then pass; else fail "entries with a theorem: not all $linked are proved, closed: $(tail -n 2 theory/links.v.log | tr '\n' ' ')"; fi
if [ "$(cat theory/links_real.v.rc)" -eq 0 ] && [ "$(named theory/links_real.v.log)" = "$reals" ] && [ "$(grep -c ' Real' theorems.txt)" -eq "$(grep -c ')%R' "$here/Statements.v")" ]
then pass; else fail "entries that bind real names: not all are proved with the axioms of Coq's real numbers: $(tail -n 2 theory/links_real.v.log | tr '\n' ' ')"; fi
# Coq's own second checker reads all of this again, with what it rests on in the standard library; meanwhile the rest is compiled.
coqchk -silent -o -R theory Hardmax Hardmax.links Hardmax.links_real Hardmax.Audit Hardmax.AuditReals >coqchk.log 2>&1 &
second=$!

# 4. Exports of ten patterns and of some runs are accepted, closed.
# accepted FILE: compiled, and its last theorem rests on nothing.
accepted() { [ "$(cat "$1.rc")" -eq 0 ] && grep -q "^$closed\$" "$1.log" && ! grep -q '^Axioms:' "$1.log"; }
cp "$here"/exports/*.v exports/
ls exports/*.v | compile_all
for file in exports/*.v; do
  if accepted "$file"; then pass; else fail "export $(basename "$file") is refused: $(tail -n 3 "$file.log" | tr '\n' ' ')"; fi
done
for kind in Lemma7:10 Refuted:3 Digest:3 ForAllD:1; do
  if [ "$(ls exports/${kind%:*}_*.v | wc -l)" -ge "${kind#*:}" ]; then pass; else fail "exports ${kind%:*}_*.v: fewer than ${kind#*:}"; fi
done

# 5. Tampered files are refused, and by the kernel, not for a slip of syntax. tamper NAME SOURCE SED: the change must change the file.
tamper() {
  sed "$3" "$2" >"tampered/$1.v"
  if cmp -s "$2" "tampered/$1.v"; then fail "tampered $1: nothing was changed"; rm "tampered/$1.v"; fi
}
strided=exports/Lemma7_strided_n9.v
star=exports/Lemma7_star_n6.v
hand=exports/Lemma7_hand_made_n4.v
tamper s_too_small "$strided" 's/check 9 2 2 A/check 9 2 1 A/; s/Lemma7_for 9 2 2 A/Lemma7_for 9 2 1 A/; s/witness 9 2 2 A/witness 9 2 1 A/'
tamper s_too_small_star "$star" 's/ 6 1 2 A/ 6 1 1 A/'
tamper gamma_swapped "$strided" 's/gamma : list N := \[0;1;2;3;4;5;6;7;8\]/gamma : list N := [8;1;2;3;4;5;6;7;0]/'
tamper gamma_repeats "$star" 's/gamma : list N := \[0;1;2;3;4;5\]/gamma : list N := [0;0;1;2;3;4]/'
tamper layer_swapped "$hand" 's/^Definition l : list N := \[0;0/Definition l : list N := [0;1/'
tamper wrong_formula "$strided" 's/:= strided 9 3\./:= strided 9 2./'
tamper wrong_table "$star" 's/neighbours : list (list (list N)) :=/neighbours : list (list (list N)) := map (map (@tl N))/'
tamper wrong_statement "$star" 's/^Theorem Lemma7_of_pattern : Lemma7_for 6/Theorem Lemma7_of_pattern : Lemma7_for 7/'
tamper planted_axiom "$star" 's/^Theorem witnesses : \(.*\)\.$/Axiom witnesses : \1./; /^Axiom witnesses/{n;d;}'
tamper altered_digest exports/Digest_dense_n3_d1_D2.v 's/= 0x00000000000ce6bc%Z/= 0x00000000000ce6bd%Z/'
tamper digest_of_another_run exports/Digest_dense_n3_d1_D2.v 's/sparse_run 3 1 2 1 1/sparse_run 3 1 2 1 2/'
tamper altered_witness exports/Refuted_dense_n2_d2_D2.v 's/:= \[\[\[0;1\];\[0;0\]\]\]%Z/:= [[[0;0];[0;0]]]%Z/'
tamper witness_off_the_grid exports/Refuted_dense_n2_d2_D2.v 's/:= \[\[\[0;1\];\[0;0\]\]\]%Z/:= [[[0;9];[0;0]]]%Z/'
tamper witness_of_the_grid exports/Refuted_yun2020a_n2_d1_D2_extended.v 's/dense_2020a 2 1 2 false true/dense_2020a 2 1 2 false false/; s/fits_2020a 2 1 2 false true/fits_2020a 2 1 2 false false/'
tamper no_longer_false exports/Refuted_sparsebert_n3_d1_D3.v 's/ < ((Names_sparsebert.zt P H 1) - / <= ((Names_sparsebert.zt P H 1) - /'
tamper planted_refutation exports/Refuted_dense_n2_d2_D2.v '0,/^Theorem \(yun.*_here : .*\)$/s//Axiom \1/; /^Axiom/{n;d;}'
tamper altered_coefficient_of_a_claim exports/ForAllD_n3_d1_p1_s1.v 's/<= ((inject_Z (Names.n P) \* ((Names.delta P) ^ ((- (Names.n P))/<= ((1 * ((Names.delta P) ^ ((- (Names.n P))/'
tamper altered_coefficient theory/Polynomial.v 's/\[-1; -2; 1; 2; -4; 4\]/[-1; -2; 1; 2; -40; 4]/'
tamper wrong_theorem theory/links.v '0,/exact [A-Za-z]*\.[A-Za-z0-9_]*/s//exact Claims.P1/'
tamper planted_link theory/links.v '0,/^Proof\. exact.*$/s///; 0,/^Theorem/s//Axiom/'
ls tampered/*.v | compile_all
for file in tampered/*.v; do
  if accepted "$file"; then fail "$file was accepted"; continue; fi
  if grep -qE 'Unable to unify|while it is expected to have type|^Axioms:' "$file.log"; then pass; else fail "$file was refused for another reason: $(tail -n 2 "$file.log" | tr '\n' ' ')"; fi
done

# 6. The second checker has ended: everything is accepted, and of axioms there are none but those that come with Coq's real numbers.
wait "$second" || fail "coqchk does not accept the compiled files: $(tail -n 3 coqchk.log | tr '\n' ' ')"
context=$(sed -n '/^\* Axioms:/,/^  $/p' coqchk.log | grep -o '[A-Za-z0-9_.]*\.[A-Za-z0-9_.]*' | LC_ALL=C sort | tr '\n' ' ')
if [ "$context" = "Coq.Logic.Classical_Prop.classic Coq.Logic.FunctionalExtensionality.functional_extensionality_dep Coq.Reals.ClassicalDedekindReals.sig_forall_dec Coq.Reals.ClassicalDedekindReals.sig_not_dec " ]
then pass; else fail "coqchk: the axioms are $context"; fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
