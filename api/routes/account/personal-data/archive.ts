import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { inPieces } from '#api/http/streamed.ts'
import { personalDownload } from '#domain/account/personal-download.ts'
import {
  type ArchiveContext,
  downloadedOrder,
  filesOfOrder,
  historyOf,
  messagesOf,
  orderIdsOf,
  orderReader,
  profileOf,
} from './contents.ts'
import { personalDataHtml } from './personal-data-html.ts'

/**
 * All data of a person as a zip, made as it is read. A piece of one order and of one file is in memory at a time.
 * Throws `NotFound` before there is any of it.
 */
export async function archiveOf(
  { handler, projections, files, events, now }: AppContext,
  person: string,
): Promise<NodeJS.ReadableStream> {
  const profile = await profileOf({ handler, projections, now }, person)
  const context: ArchiveContext = { projections, files, events, orderOf: orderReader(events) }
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  // What a part fails with fails the whole: half of it must not be taken for all.
  const fail = (error: unknown) => (zip.outputStream as Readable).destroy(error as Error)
  zip.on('error', fail)
  // One part is open at a time: it is closed when the archive is not read to its end.
  let open: Readable | undefined
  zip.outputStream.once('close', () => open?.destroy())
  const opened = (part: Readable) => (open = part.on('error', fail))
  const mtime = new Date(profile.made)
  const text = (path: string, lines: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(path, { mtime }, (done) => done(null, opened(Readable.from(inPieces(lines())))))
  text('read me.html', () => personalDataHtml(context, profile))
  text('data.json', () => json(context, profile))
  const schema = JSON.stringify(z.toJSONSchema(personalDownload), null, 2)
  zip.addBuffer(Buffer.from(schema), 'data.schema.json', { mtime })
  for await (const id of orderIdsOf(context, person)) {
    for (const { filename, path, at } of await filesOfOrder(context, id)) {
      // Pictures and PDFs are compressed already.
      zip.addReadStreamLazy(path, { mtime: new Date(at), compress: false }, (done) => {
        files.get(filename).then(
          (content) => done(null, opened(content ?? Readable.from([]))),
          (error) => done(error, undefined as never),
        )
      })
    }
  }
  zip.end()
  return zip.outputStream
}

/** `data.json`, an order at a time. */
async function* json(context: ArchiveContext, profile: Awaited<ReturnType<typeof profileOf>>): AsyncGenerator<string> {
  yield `${JSON.stringify(profile, null, 2).slice(0, -2)},\n  "orders": [`
  let separator = '\n'
  for await (const id of orderIdsOf(context, profile.profile.id)) {
    const { files, ...order } = await downloadedOrder(context, id)
    yield `${separator}${JSON.stringify(order).slice(0, -1)},"messages":[`
    separator = ',\n'
    yield* items(messagesOf(context, id))
    yield `],"files":${JSON.stringify(files)},"history":[`
    yield* items(historyOf(context, id))
    yield ']}'
  }
  yield '\n  ]\n}\n'
}

/** The items of a JSON array. */
async function* items(values: AsyncIterable<object>): AsyncGenerator<string> {
  let comma = ''
  for await (const value of values) {
    yield `${comma}${JSON.stringify(value)}`
    comma = ','
  }
}
