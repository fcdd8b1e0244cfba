import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { everyString, stringsFile, stringsIn, stringsPage } from '#infra/tools/strings.ts'

/** Where the voice of the portfolio and the demo’s people speak, or a client’s own text is quoted. */
const ownVoice = /^domain\/(demo\/|site\/(works|content)\.ts)/

/** Words that no page, mail or program says, and what it says instead. */
const refused: [RegExp, string][] = [
  [/\b(in )?pencil\b/i, 'unsaved changes'],
  [
    /\bledger\b|\bthe book\b|\bstitch(ed|es|ing)?\b|\bsewn\b|\bthreads?\b|\b(the|wet) ink\b/i,
    'what it is: project, history, tamper check',
  ],
  [/\bthe line (is|was|comes)\b/i, 'online, offline, connection'],
  [/\btelephones?\b/i, 'phone'],
  [/\bsomebody\b|\bwhoever\b/i, 'someone, or who it is'],
  [/\breckon(ed|s)?\b/i, 'calculated'],
  [/\d %|\}\s%|\bpercent\b(?! sign)/i, '20%, without a space'],
  [/\bsecond factor\b/i, 'two-step verification'],
  [/\b(is|are|be|been) told\b/i, 'notified'],
  [/\bthe mail\b|\ba mail\b|\bmails\b|\bby mail\b|\bmailed\b/i, 'email'],
  [/\bsteps? (is|are|was|were)? ?signed\b|\bsigned steps?\b/i, 'done'],
  [/\bturned away\b/i, 'refused'],
  [/\b(cannot|must not) be taken back\b/i, 'can’t be undone'],
  [/\berased?\b/i, 'delete permanently'],
]

/** More words than this no sentence of a page has. */
const mostWords = 25

const wordsIn = (sentence: string): number => sentence.match(/[\p{L}\d{}]+(?:[’-][\p{L}\d]+)*/gu)?.length ?? 0
const tooLong = (text: string): boolean =>
  text.split(/(?<=[.?!:;])\s/).some((sentence) => wordsIn(sentence) > mostWords)

const all = everyString().flatMap(({ path, strings }) => strings.map((text) => ({ path, text })))
const ours = all.filter(({ path }) => !ownVoice.test(path))

describe('texts that people read', () => {
  it('are all written down, so that a new one is seen in review: npm run strings', () =>
    expect(readFileSync(new URL(`../../${stringsFile}`, import.meta.url), 'utf8')).toBe(stringsPage()))

  it.each(refused)('have none of %s', (words) =>
    expect(ours.filter(({ text }) => words.test(text)).map(({ path, text }) => `${path}: ${text}`)).toEqual([]),
  )

  it(`have sentences of at most ${mostWords} words on pages`, () =>
    expect(ours.filter(({ path, text }) => path.startsWith('web/') && tooLong(text)).map(({ text }) => text)).toEqual(
      [],
    ))
})

describe('the texts of a source', () => {
  it.each([
    ['<p>You have {count} of <b>5</b> free rounds</p>', ['You have {} of {} free rounds']],
    ['<Button label="Save">Save</Button>', ['Save']],
    [['const failed = `We can’t send to $', '{email}.`'].join(''), ['We can’t send to {}.']],
    ["const row = { title: 'Payment', key: 'Payment' }", ['Payment']],
    ['<p className="Some class names">{text}</p>', []],
    ["const sql = 'SELECT id FROM events WHERE id = ?'", []],
    ["import { a } from 'A long name.ts'", []],
  ])('%s', (source, texts) => expect(stringsIn('a.tsx', source)).toEqual(texts))
})
