import { describe, expect, it } from 'vitest'
import { HttpError } from '#web/http.ts'
import {
  afterFailure,
  afterSending,
  changesIn,
  conflictsIn,
  isSameValue,
  rebased,
  type ServerState,
  type SyncedForm,
  sendChanges,
  sending,
  unsavedIn,
  valuesOf,
  withoutTouched,
  write,
} from './synced.ts'

type Invoice = { paid: string; actual: string; note?: string | null }

const stands = (values: Partial<Invoice>, revision = 0): ServerState<Invoice> => ({
  values: { paid: '0', actual: '0', note: null, ...values },
  revision,
})
const fresh: SyncedForm<Invoice> = { serverState: stands({}), touched: {} }
const typed = (form: SyncedForm<Invoice>, name: keyof Invoice, value: string): SyncedForm<Invoice> => ({
  ...form,
  touched: write(form, name, value),
})
const meanwhile = (form: SyncedForm<Invoice>, values: Partial<Invoice>, revision = 1): SyncedForm<Invoice> => ({
  ...form,
  serverState: stands(values, revision),
})

describe('a synced form', () => {
  it('has nothing to send while no one has touched it', () => expect(changesIn(fresh)).toEqual({}))

  it('shows what stands in each field but those that are touched, and sends those alone', () => {
    const form = meanwhile(typed(fresh, 'actual', '45000'), { paid: '10000' })
    expect(valuesOf(form)).toEqual({ paid: '10000', actual: '45000', note: null })
    expect(changesIn(form)).toEqual({ actual: '45000' })
    expect(conflictsIn(form)).toEqual([])
  })

  it('is untouched again where its writer goes back to what stands', () => {
    const form = typed(typed(fresh, 'paid', '1'), 'paid', '0')
    expect([form.touched, changesIn(meanwhile(form, { paid: '10000' }))]).toEqual([{}, {}])
  })

  it('does not send what stands but for the space around it, and lets it be typed', () => {
    const form = typed(meanwhile(fresh, { paid: '10' }), 'paid', '10 ')
    expect([valuesOf(form).paid, changesIn(form)]).toEqual(['10 ', {}])
  })

  describe('of which a touched field was changed by someone else', () => {
    const conflict = meanwhile(typed(fresh, 'paid', '7500'), { paid: '10000' })

    it('is in conflict there, and shows what was written', () => {
      expect(conflictsIn(conflict)).toEqual(['paid'])
      expect(valuesOf(conflict).paid).toBe('7500')
    })
    it('stays in conflict while its writer writes on, back to what they once saw too', () => {
      expect(conflictsIn(typed(conflict, 'paid', '8000'))).toEqual(['paid'])
      expect(conflictsIn(typed(conflict, 'paid', '0'))).toEqual(['paid'])
    })
    it('is not when both wrote the same', () =>
      expect(conflictsIn(meanwhile(typed(fresh, 'paid', '10000'), { paid: '10000' }))).toEqual([]))
    it('is not any more when the other goes back', () => expect(conflictsIn(meanwhile(conflict, {}, 2))).toEqual([]))
    it('sends what was written, once its writer keeps it', () => {
      const saved = { ...conflict, touched: rebased(conflict, 'paid') }
      expect([conflictsIn(saved), changesIn(saved)]).toEqual([[], { paid: '7500' }])
      expect(conflictsIn(meanwhile(saved, { paid: '20000' }, 2))).toEqual(['paid'])
    })
    it('follows again, once its writer takes theirs', () => {
      const taken = { ...conflict, touched: withoutTouched(conflict.touched, 'paid') }
      expect([conflictsIn(taken), changesIn(taken), valuesOf(taken).paid]).toEqual([[], {}, '10000'])
    })
  })

  it('sends what is suggested where nothing stands, and follows what comes to stand there', () => {
    const none: ServerState<Invoice> = { values: { paid: undefined, actual: undefined, note: null }, revision: 0 }
    const form: SyncedForm<Invoice> = { serverState: none, touched: {}, suggested: { paid: '0' } }
    expect(changesIn(form)).toEqual({ paid: '0' })
    expect(changesIn(typed(form, 'actual', ''))).toEqual({ paid: '0', actual: '' })
    const both = meanwhile(typed(form, 'actual', '5'), { paid: '10000', actual: '45000' })
    expect([changesIn(both), conflictsIn(both)]).toEqual([{ actual: '5' }, ['actual']])
  })

  it('is in no conflict where what stood makes way for a suggestion: a suggestion is no one’s', () => {
    const form: SyncedForm<Invoice> = { ...typed(fresh, 'paid', '5'), suggested: { paid: '10' } }
    const emptied = meanwhile(form, { paid: undefined })
    expect([conflictsIn(emptied), changesIn(emptied)]).toEqual([[], { paid: '5' }])
    expect(conflictsIn({ ...emptied, suggested: {} })).toEqual(['paid'])
  })

  it('leaves out a field that is not on it in the light of the others', () => {
    const form: SyncedForm<Invoice> = {
      ...typed(typed(fresh, 'note', 'In advance'), 'paid', '5'),
      isShown: (name, { paid }) => name !== 'note' || paid !== '0',
    }
    expect(changesIn(form)).toEqual({ paid: '5', note: 'In advance' })
    const hidden = meanwhile({ ...form, touched: withoutTouched(form.touched, 'paid') }, { note: 'In cash' })
    expect([changesIn(hidden), conflictsIn(hidden)]).toEqual([{}, []])
  })

  it('keeps what is written while a change is on its way', () => {
    const sent = { paid: '7500', actual: '45000' }
    const form = typed(typed(fresh, 'paid', '7500'), 'actual', '46000')
    expect(afterSending(meanwhile(form, sent), sent)).toEqual({ actual: { value: '46000', base: '45000' } })
    const back = { ...form, touched: write(form, 'paid', '0', true) }
    expect(
      changesIn({ ...back, ...meanwhile(back, sent), touched: afterSending(meanwhile(back, sent), sent) }),
    ).toEqual({
      paid: '0',
      actual: '46000',
    })
  })
})

it.each([
  ['Asha', ' Asha ', true],
  ['', null, true],
  [[], null, true],
  ['', undefined, false],
  [null, undefined, false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [new File(['x'], 'a.png', { lastModified: 1 }), new File(['x'], 'a.png', { lastModified: 1 }), true],
  [new File(['x'], 'a.png', { lastModified: 1 }), new File(['xy'], 'a.png', { lastModified: 1 }), false],
])('%j and %j are alike: %s', (one, other, same) => expect(isSameValue(one, other)).toBe(same))

describe('sending a synced form', () => {
  /** A server with given values, changed by others just before the first few changes reach it. */
  function serverOf(...others: Partial<Invoice>[]) {
    let serverState = fresh.serverState
    const sent: [Partial<Invoice>, number][] = []
    return {
      sent,
      async send(changes: Partial<Invoice>, { serverState: { revision } }: SyncedForm<Invoice>) {
        sent.push([changes, revision])
        const other = others.shift()
        if (other) serverState = { values: { ...serverState.values, ...other }, revision: serverState.revision + 1 }
        if (revision !== serverState.revision) throw new HttpError(412, { message: 'Stale' })
        serverState = { values: { ...serverState.values, ...changes }, revision: serverState.revision + 1 }
        return { message: 'Done', serverState }
      },
      refresh: async () => serverState,
    }
  }
  const form = typed(fresh, 'actual', '45000')

  it('goes out on the revision it was written on', async () => {
    const { send, refresh, sent } = serverOf()
    expect(await sendChanges(form, send, refresh)).toEqual({
      kind: 'sent',
      message: 'Done',
      changes: { actual: '45000' },
      serverState: stands({ actual: '45000' }, 1),
    })
    expect(sent).toEqual([[{ actual: '45000' }, 0]])
  })

  it('goes out again when others have changed something else, and loses nothing of theirs', async () => {
    const { send, refresh, sent } = serverOf({ paid: '10000' }, {}, {})
    const { serverState } = await sendChanges(form, send, refresh)
    expect(serverState).toEqual(stands({ paid: '10000', actual: '45000' }, 4))
    expect(sent.map(([, revision]) => revision)).toEqual([0, 1, 2, 3])
  })

  it('is given up when others are faster time and again', async () => {
    const { send, refresh, sent } = serverOf({}, {}, {}, {}, {})
    await expect(sendChanges(form, send, refresh)).rejects.toMatchObject({ status: 412 })
    expect(sent).toHaveLength(4)
  })

  it('stops where someone else has written on the same line', async () => {
    const { send, refresh, sent } = serverOf({ actual: '50000' })
    expect(await sendChanges(form, send, refresh)).toEqual({
      kind: 'conflict',
      serverState: stands({ actual: '50000' }, 1),
    })
    expect(sent).toHaveLength(1)
    const known = meanwhile(form, { actual: '50000' })
    expect((await sendChanges(known, send, refresh)).kind).toBe('conflict')
    expect(sent).toHaveLength(1)
  })

  it('follows what someone else wrote meanwhile where there was only a suggestion', async () => {
    const none: ServerState<Invoice> = { values: { paid: undefined, actual: undefined, note: null }, revision: 0 }
    const first: SyncedForm<Invoice> = { serverState: none, touched: {}, suggested: { paid: '10000' } }
    const form = typed(first, 'actual', '45000')
    const theirs = stands({ paid: '20000', actual: '45000' }, 1)
    const touched = sending(form, changesIn(form)) // stale; the other field alone went out then
    const sent = {
      ...form,
      serverState: theirs,
      touched: afterSending({ ...form, serverState: theirs, touched }, { actual: '45000' }),
    }
    expect([conflictsIn(sent), valuesOf(sent).paid]).toEqual([[], '20000'])
  })

  it('has nothing left to send when someone else has written the same', async () => {
    const { send, refresh, sent } = serverOf({ actual: '45000' })
    expect((await sendChanges(form, send, refresh)).kind).toBe('unchanged')
    expect(sent).toHaveLength(1)
  })

  describe('and arrives, though its answer is lost', () => {
    const lost = { ...form, touched: sending(form, { actual: '45000' }) }
    const goesOn = typed(lost, 'actual', '47500')

    it('is no conflict with what its writer has typed since, and lets that go out', async () => {
      expect(conflictsIn(meanwhile(goesOn, { actual: '45000' }))).toEqual([])
      const { send, refresh, sent } = serverOf({ actual: '45000' })
      expect((await sendChanges(goesOn, send, refresh)).kind).toBe('sent')
      expect(sent.at(-1)).toEqual([{ actual: '47500' }, 1])
    })

    it('is none either where its writer typed what stood before it meanwhile', () => {
      const back = typed(typed(lost, 'actual', '0'), 'actual', '47500')
      expect(changesIn(typed(lost, 'actual', '0'))).toEqual({})
      expect(conflictsIn(meanwhile(back, { actual: '45000' }))).toEqual([])
    })

    it('is none either where it was only suggested', () => {
      const first = {
        serverState: { values: { actual: undefined }, revision: 0 },
        touched: {},
        suggested: { actual: '45000' },
      }
      const form: SyncedForm<{ actual: string }> = {
        ...first,
        touched: sending(first, changesIn<{ actual: string }>(first)),
      }
      const more = { ...form, touched: write(form, 'actual', '47500') }
      expect(conflictsIn({ ...more, serverState: { values: { actual: '45000' }, revision: 1 } })).toEqual([])
    })

    it('is none either after another try whose answer was lost', () => {
      const again = { ...goesOn, touched: sending(goesOn, { actual: '47500' }) }
      const more = typed(again, 'actual', '50000')
      for (const actual of ['45000', '47500']) expect(conflictsIn(meanwhile(more, { actual }))).toEqual([])
    })

    it('outlives the page with what is stored of the form', () => {
      const stored = JSON.parse(JSON.stringify(unsavedIn(goesOn)))
      expect(conflictsIn(meanwhile({ ...fresh, touched: stored }, { actual: '45000' }))).toEqual([])
    })

    it('hides no change of someone else, nor the same one of theirs once a conflict was settled', () => {
      const theirs = meanwhile(goesOn, { actual: '50000' })
      expect(conflictsIn(theirs)).toEqual(['actual'])
      const settled = { ...theirs, touched: rebased(theirs, 'actual') }
      expect(conflictsIn(meanwhile(settled, { actual: '45000' }, 2))).toEqual(['actual'])
    })
  })

  describe('and fails', () => {
    /** The form after a try of 45000, typed back to what stood before it. */
    const typedBackAfter = (error: unknown, before = form) => {
      const tried = { ...before, touched: sending(before, { actual: '45000' }) }
      return typed({ ...tried, touched: afterFailure(tried.touched, { actual: '45000' }, error) }, 'actual', '0')
    }
    const failure = (status: number) => new HttpError(status, { message: 'No' })

    it.each([400, 409, 412])('follows someone else again where it was refused and typed back: %i', (status) => {
      const back = typedBackAfter(failure(status))
      for (const actual of ['45000', '47500']) {
        const theirs = meanwhile(back, { actual })
        expect([valuesOf(theirs).actual, changesIn(theirs), conflictsIn(theirs)]).toEqual([actual, {}, []])
      }
    })

    it.each([0, 500, 503])('still knows what it sent where that may have arrived: %i', (status) => {
      expect(changesIn(meanwhile(typedBackAfter(failure(status)), { actual: '45000' }))).toEqual({ actual: '0' })
    })

    it('still knows what it sent where an earlier try had no answer', () => {
      const unsure = Object.assign(failure(400), { isUnsure: true })
      const lost = { ...form, touched: sending(form, { actual: '45000' }) }
      for (const back of [typedBackAfter(unsure), typedBackAfter(failure(400), lost)])
        expect(conflictsIn(meanwhile(back, { actual: '45000' }))).toEqual([])
    })
  })

  it.each([0, 400, 409, 503])('fails as the call does: %i', async (status) => {
    const send = () => Promise.reject(new HttpError(status, { message: 'No' }))
    await expect(sendChanges(form, send, serverOf().refresh)).rejects.toMatchObject({ status })
  })
})
