import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, fileDeleted, fileReplaced, fileShared, meera, messageSent, opened, replied } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { fileIn, filesOf, type SharedFile } from './conversation.ts'

const said = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', [opened, ...samples])).conversation
const first = fileShared.data.file
const second = fileReplaced.data.file
const third = { ...second, filename: 'price-list-3.pdf' }
const again: Sample<OrderEvent> = {
  ...fileReplaced,
  data: { id: fileShared.id, file: third, caption: 'The last one' },
  at: '2026-11-10T08:00:00.000Z',
}

describe('a conversation', () => {
  it('is empty in the beginning', () => expect(said()).toEqual([]))
  it('has messages and files in the order they were sent', () =>
    expect(said(messageSent, fileShared, replied).map(({ kind, by }) => [kind, by.name])).toEqual([
      ['message', 'Asha Rao'],
      ['file', 'Asha Rao'],
      ['message', 'Meera Kulkarni'],
    ]))
  it('has a file with who sent it, when, and what for', () =>
    expect(said(fileShared)).toEqual([
      {
        kind: 'file',
        id: fileShared.id,
        revision: 1,
        by: asha,
        at: fileShared.at,
        file: first,
        caption: 'What each sari costs',
        before: [],
      },
    ]))
  it('has the new version where the old one stood, and the old one behind it', () => {
    const [file, message] = said(fileShared, replied, fileReplaced)
    expect(message).toMatchObject({ kind: 'message', by: meera })
    expect(file).toMatchObject({
      id: fileShared.id,
      revision: 1,
      at: fileShared.at,
      file: second,
      caption: fileReplaced.data.caption,
      replacedAt: fileReplaced.at,
      before: [{ file: first, at: fileShared.at }],
    })
  })
  it('keeps every version with the time it was sent at, oldest first', () =>
    expect((said(fileShared, fileReplaced, again)[0] as SharedFile).before).toEqual([
      { file: first, at: fileShared.at },
      { file: second, at: fileReplaced.at },
    ]))
  it('has deleted files no more, and messages still', () =>
    expect(said(messageSent, fileShared, fileReplaced, fileDeleted, replied).map(({ kind }) => kind)).toEqual([
      'message',
      'message',
    ]))
  it('leaves other files alone', () => {
    const other = { ...fileShared, id: 'other' }
    const files = filesOf(said(fileShared, other, fileReplaced))
    expect(files.map(({ file }) => file.filename)).toEqual([second.filename, first.filename])
    expect(filesOf(said(fileShared, other, fileDeleted)).map(({ id }) => id)).toEqual(['other'])
  })
})

describe('the files of a conversation', () => {
  it('are its files, in order', () =>
    expect(filesOf(said(messageSent, fileShared, replied)).map(({ id }) => id)).toEqual([fileShared.id]))
  it('are found by the id they were shared under', () => {
    expect(fileIn(said(fileShared, fileReplaced), fileShared.id)?.file).toEqual(second)
    expect(fileIn(said(fileShared), 'another')).toBeUndefined()
    expect(fileIn(said(fileShared, fileDeleted), fileShared.id)).toBeUndefined()
  })
  it('are no messages, whatever their id', () =>
    expect(fileIn(said({ ...messageSent, id: 'message' }), 'message')).toBeUndefined())
})
