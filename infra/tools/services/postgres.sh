# sh postgres.sh ROOT DATA PORT: PostgreSQL with DocumentDB from the Debian in ROOT, on the data in DATA. Runs in mount
# and process namespaces of its own (unshare), so that nothing of it outlives it. Without fsync: it is for tests.
set -eu
root=$1 data=$2 port=$3
bin=/usr/lib/postgresql/18/bin
as_postgres() { chroot --userspec=postgres:postgres "$root" env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$@"; }

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$data" "$root/mnt"
chroot "$root" chown postgres:postgres /mnt
chroot "$root" chmod 700 /mnt

if [ ! -e "$data/settled" ]; then
  find "$data" -mindepth 1 -delete
  as_postgres $bin/initdb --pgdata=/mnt --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync
  cat >>"$data/postgresql.conf" <<-end
	shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
	cron.database_name = 'postgres'
	listen_addresses = '127.0.0.1'
	unix_socket_directories = ''
	fsync = off
	end
  touch "$data/settled"
fi
# Not by exec: this shell is the first process of its namespace, and all that is in it ends when it does. PostgreSQL, which
# changes its user, would lose the bond that makes it end with whoever started it.
as_postgres $bin/postgres -D /mnt -p "$port"
