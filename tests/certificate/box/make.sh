#!/bin/sh
# Writes accept/ and survive/ with the program given: make.sh VERIFY. Then alter.py writes reject/ from accept/.
cd "$(dirname "$0")" && mkdir -p accept reject survive || exit 1
VERIFY=${1:?}
run() {
  folder=$1; claims=$2; name=$3; shift 3
  "$VERIFY" claims "$@" --claims "$claims" --progress none --certificate "$folder/$name.json" > /dev/null
  [ -f "$folder/$name.json" ] || echo "no $name" >&2
}
run accept claims patterns --only yun2020b --box n=2..3,q=2..3,d=1 --patterns dense,window:1,fixed,no_reach.json
run accept claims dense --only yun2020a --box n=2,q=2..4,d=1..2 --patterns dense
run accept claims bert --only sparsebert.t. --box n=2..3,q=2,d=1 --box n=3,q=3,d=1 --patterns dense
run accept claims second_left_out --only yun2020a.t.without --box n=2,q=2..3,d=1 --patterns dense
run accept claims all --box n=2,q=2,d=1 --box n=4,q=2,d=1 --patterns dense,strided,star,block:1
run accept claims large --only yun2020b.t. --box n=4,q=5,d=1 --patterns dense,strided:2
run accept claims named --only yun2020b.t.closed --box n=5,q=2,d=1 --patterns dense,star,window:2,strided:2,strided,fixed:2,fixed
run accept claims many --only yun2020b.t.closed --box n=2,q=32,d=1 --patterns dense
run survive open_claims open --box n=2..3,q=2..3,d=1 --patterns dense
