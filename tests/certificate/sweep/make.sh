#!/bin/sh
# Writes accept/ with the program given: make.sh VERIFY. Then alter.py writes reject/ from it.
cd "$(dirname "$0")" && mkdir -p accept reject || exit 1
run() {
  name=$1; shift
  "$VERIFY" "$@" --engine literal --claims claims --progress none --certificate "accept/$name.json" > /dev/null
  [ -f "accept/$name.json" ] || echo "no $name" >&2
}
VERIFY=${1:?}
run yun2020a_grid --construction yun2020a --n 2 --d 1 --delta 1/3
run yun2020a_extended --construction yun2020a --n 2 --d 1 --delta 1/2 --extended
run yun2020a_rows --construction yun2020a --n 2 --d 2 --delta 1/2 --extended
run yun2020a_positional --construction yun2020a --n 2 --d 2 --delta 1/2 --positional
run yun2020a_overrides --construction yun2020a --n 2 --d 1 --delta 1/3 --with c=5/2 --with shift=7/3 --with E.1=1/3 --with E.2=-1 --with drop=2 --with qdrop=1 --with qdrop=3
run sparsebert --construction sparsebert --n 3 --d 1 --delta 1/3
run sparsebert_positional --construction sparsebert --n 3 --d 1 --delta 1/2 --positional
run sparsebert_overrides --construction sparsebert --n 2 --d 2 --delta 1/2 --with c=0 --with E.1=1/3 --with drop=1 --with drop=6
run sparsebert_prefix --construction sparsebert --n 2 --d 1 --delta 1/2 --only sparsebert.t.d
