import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs'

// The first hundred bytes of a database (https://www.sqlite.org/fileformat2.html#the_database_header): what stands there is the same
// in every file of documents, or does not matter for reading it. A flipped bit among it makes the whole file unreadable.

const pageSize = 4096
/** The bytes that are the same in all of them, by their place. */
const fixed = new Map<number, Buffer>([
  [0, Buffer.from('SQLite format 3\0')],
  [16, Buffer.from([pageSize >> 8, pageSize & 0xff])],
  [20, Buffer.from([0, 64, 32, 32])],
  [44, Buffer.from([0, 0, 0, 4])],
  [52, Buffer.alloc(4)],
  [56, Buffer.from([0, 0, 0, 1])],
  [64, Buffer.alloc(4)],
  [72, Buffer.alloc(20)],
])
/** Whether it is written by a log (2) or a journal (1), said twice. */
const versions = 18

/**
 * The fault in the header of a file of documents that SQLite would not report: by another version it is read, and never
 * written. Undefined when there is none, or the file is empty.
 */
export function otherVersion(path: string): string | undefined {
  if (statSync(path).size === 0) return undefined
  const version = Buffer.alloc(2)
  const file = openSync(path, 'r')
  readSync(file, version, 0, 2, versions)
  closeSync(file)
  const isKnown = [1, 2].includes(version[0]!) && version[0] === version[1]
  return isKnown ? undefined : 'its header is not a database header'
}

/** Copies what there is of a file of documents and its log, and gives the copy a header by which it can be read. */
export function copyWithHeader(path: string, copy: string): void {
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
  const file = openSync(copy, existsSync(copy) ? 'r+' : 'w+')
  const pages = Buffer.alloc(4)
  pages.writeUInt32BE(Math.ceil(fstatSync(file).size / pageSize))
  // 28: how many pages there are. 32: which of them are free, which reading alone does not need.
  const asItWas: [number, Buffer][] = [...fixed, [versions, Buffer.from([2, 2])], [28, pages], [32, Buffer.alloc(8)]]
  for (const [at, bytes] of asItWas) writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}
