import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { measured, type PictureSize } from '#api/uploads/picture-size.ts'
import { extensionOf } from '#api/uploads/sniff.ts'
import { type DemoFileName, demoFiles, type Placed } from '#domain/demo/files.ts'
import type { FileStore } from '#infra/files/store.ts'

const folder = new URL('./demo-files/', import.meta.url)

/** Puts the files of the demo into a file store, each under an unguessable name of its own. */
export async function storeDemoFiles(files: Pick<FileStore, 'put'>): Promise<(name: DemoFileName) => Placed> {
  const names = Object.keys(demoFiles) as DemoFileName[]
  const placed = await Promise.all(
    names.map(async (name): Promise<[DemoFileName, Placed]> => {
      const filename = `${randomBytes(16).toString('base64url')}.${extensionOf(name)}`
      let picture: PictureSize | undefined
      const content = measured(createReadStream(new URL(name, folder)), 'demo', (size) => {
        picture = size
      })
      const { size } = await files.put(filename, Readable.from(content, { objectMode: false }))
      return [name, { filename, size, ...picture }]
    }),
  )
  const places = new Map(placed)
  return (name) => places.get(name)!
}
