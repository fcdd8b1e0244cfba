#!/bin/sh
# Makes an authority of this house's own in one folder, and in another its certificate and those of the servers inside,
# each with a key that only its server's user may read. What is there stays, until thirty days before it ends.
# certificates.sh <folder of the authority> <folder of the certificates>
set -eu
authority=$1 certificates=$2
days=3650

good() { [ -s "$1" ] && openssl x509 -in "$1" -noout -checkend 2592000 >/dev/null; }
key() { (umask 077 && openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"); }

if ! good "$authority/ca.crt"; then
  key "$authority/ca.key"
  openssl req -x509 -new -key "$authority/ca.key" -sha256 -days $days -out "$authority/ca.crt" \
    -subj "/CN=Atelier, inside" -addext "basicConstraints=critical,CA:TRUE,pathlen:0" \
    -addext "keyUsage=critical,keyCertSign,cRLSign"
  rm -rf "${certificates:?}"/*
fi
cp "$authority/ca.crt" "$certificates/ca.crt"
chmod 644 "$certificates/ca.crt"
# KurrentDB reads a folder that has nothing else.
mkdir -p "$certificates/eventstore-roots"
cp "$certificates/ca.crt" "$certificates/eventstore-roots/ca.crt"

# server <name> <user id> <certificate> <key>: names of the files in the server's own folder.
server() {
  folder=$certificates/$1
  good "$folder/$3" && return
  mkdir -p "$folder"
  key "$folder/$4.new"
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n' \
    "$1" >"$folder/extensions"
  openssl req -new -key "$folder/$4.new" -subj "/CN=$1" |
    openssl x509 -req -CA "$authority/ca.crt" -CAkey "$authority/ca.key" -CAcreateserial -sha256 -days $days \
      -extfile "$folder/extensions" -out "$folder/$3.new"
  mv "$folder/$4.new" "$folder/$4"
  mv "$folder/$3.new" "$folder/$3"
  # MongoDB wants both in one file.
  [ "$1" != mongodb ] || (umask 077 && cat "$folder/$3" "$folder/$4" >"$folder/mongodb.pem")
  rm "$folder/extensions"
  chown -R "$2" "$folder"
  chmod 700 "$folder"
}

server eventstore 1000 node.crt node.key
server mongodb 999 mongodb.crt mongodb.key
server minio 1000 public.crt private.key
