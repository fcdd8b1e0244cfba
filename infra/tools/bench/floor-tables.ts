import { DatabaseSync } from 'node:sqlite'

const schema = `
  create table if not exists events (
    position integer primary key,
    stream   text    not null,
    revision integer not null,
    id       text    not null,
    type     text    not null,
    content  text    not null,
    unique (stream, revision)
  ) strict;
  create table if not exists orders (
    id        text    primary key,
    revision  integer not null,
    client_id text    not null,
    client    text    not null,
    name      text    not null,
    opened    text    not null,
    changed   text    not null,
    unread    integer not null,
    completed integer not null,
    cancelled integer not null,
    progress  text    not null
  ) strict, without rowid;
  create index if not exists orders_by_opened on orders (opened)`

/** The floor's one file: events, and the orders they add up to. As durable as the settings of SQLite allow. */
export function openFloor(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec(schema)
  return database
}
