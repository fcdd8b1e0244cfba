import { plural } from '#domain/count.ts'
import { authorName } from '#domain/event.ts'
import { type OrderLine, shortened } from '#domain/history/timeline.ts'
import { truncate } from '#domain/one-line.ts'
import { traitsOf } from '#domain/order/actions.ts'
import type { AgreedPart } from '#domain/order/agreements.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { datesOf } from './letterhead.ts'
import { inks } from './pen.ts'
import { leaf, type Part, type Sheet, writingWidth } from './sheet.ts'

/** How many lines a history has as PDF at most: the latest. With more it says where all of them are. */
const maxLines = 5_000
/** How much text they have at most, in characters: those of scripts whose letters are shaped count so many times. */
const maxDrawn = 400_000
/** More than this takes about a tenth of a second. */
const long = 20_000
const shapedCost = 5
const shaped = /[\u0590-\u0fff]/g
/** How much of one text, in characters. */
const maxText = 4_000

/** A line of a history, as it is drawn; `parts` are texts that are drawn whole. */
type HistoryLine = {
  at: string
  who: string
  said: string
  changes: (OrderLine['changes'][number] & { isNamed: boolean })[]
  parts: AgreedPart[]
}

/**
 * The latest lines of a history, oldest first, and how many earlier ones are left out. `isLong`: to draw it takes long
 * enough that others would wait for it.
 */
export type History = { lines: HistoryLine[]; skipped: number; isLong: boolean }

type Line = OrderLine & { parts?: AgreedPart[] }

/**
 * The history that is drawn of an order's lines, without who read what: as much as is drawn in a few seconds. Where that is
 * not all, the changes of the earliest lines are shortened before any line is left out.
 */
export async function latestHistory(all: AsyncIterable<Line>): Promise<History> {
  const lines: HistoryLine[] = []
  let [drawn, skipped, short] = [0, 0, 0]
  for await (const line of all) {
    if (traitsOf(line.event)?.kind === 'reading') continue
    const latest = lineOf(line)
    lines.push(latest)
    drawn += costOf(latest)
    for (; drawn > maxDrawn && short < lines.length; short++) {
      const whole = lines[short]!
      lines[short] = { ...whole, changes: whole.changes.map((change) => ({ ...change, ...shortened(change) })) }
      drawn += costOf(lines[short]!) - costOf(whole)
    }
    for (; lines.length > maxLines || (drawn > maxDrawn && lines.length > 1); skipped++) {
      drawn -= costOf(lines.shift()!)
      short = Math.max(0, short - 1)
    }
  }
  return { lines, skipped, isLong: drawn > long }
}

const lineOf = ({ event: { at, by }, said, changes, parts = [] }: Line): HistoryLine => ({
  at,
  who: authorName(by),
  said: truncate(said, maxText),
  changes: changes.map(({ about, before, after }) => ({
    ...{ about, isNamed: said.includes(about) },
    before: before && truncate(before, maxText),
    after: after && truncate(after, maxText),
  })),
  parts,
})

/** How long it takes to draw a line, in characters of Latin. */
function costOf({ who, said, changes, parts }: HistoryLine): number {
  const changed = changes.flatMap(({ about, before = '', after = '' }) => [about, before, after])
  const texts = [who, said, ...changed, ...parts.flatMap(Object.values<string>)]
  return texts.reduce((sum, text) => sum + text.length + (text.match(shaped)?.length ?? 0) * (shapedCost - 1), 0)
}

/** The history day by day, oldest first. */
export function drawHistory(sheet: Sheet, { lines, skipped }: History, agency: Agency): void {
  if (skipped > 0) {
    sheet.space(8)
    const latest = plural(lines.length, 'This PDF has the latest entry.', 'This PDF has the latest {n} entries.')
    const earlier = plural(
      skipped,
      'For the earlier one, download the CSV or JSON.',
      'For the {n} earlier ones, download the CSV or JSON.',
    )
    sheet.text(`${latest} ${earlier}`, { voice: 'italic', ink: inks.second })
    sheet.space(6)
  }
  const dates = datesOf(agency)
  let day = ''
  for (const line of lines) {
    const on = dates.day(line.at)
    if (on !== day) drawDay(sheet, on, dates.weekday(line.at))
    day = on
    drawLine(sheet, line, dates.clock(line.at))
  }
}

function drawDay(sheet: Sheet, day: string, weekday: string): void {
  sheet.ensure(80)
  sheet.space(14)
  sheet.beside(day, { voice: 'bold', size: 8.5 })
  sheet.text(weekday, { voice: 'bold', size: 8.5, structure: 'H2' })
  sheet.space(3)
  sheet.rule({ ink: inks.ink })
}

const small = { voice: 'sans', size: 8.5, x: leaf.writing, width: writingWidth } as const
const whoWidth = 96

function drawLine(sheet: Sheet, { who, said, changes, parts }: HistoryLine, clock: string): void {
  const main = { width: writingWidth - whoWidth - 14 }
  const byWhom = { voice: 'sans', size: 8, ink: inks.pencil, leading: 1.6, align: 'right', ...whoBox } as const
  const side = sheet.heightOf(who, byWhom)
  const height = 14 + sheet.heightOf(said, main) + (changes.length + parts.length) * 12
  sheet.ensure(Math.max(14 + side, Math.min(90, height)))
  sheet.space(5)
  sheet.beside(clock, { voice: 'sans', size: 8, ink: inks.second, leading: 1.6 })
  sheet.beside(who, byWhom)
  sheet.text(said, main)
  if (changes.length + parts.length > 0) sheet.clear()
  for (const change of changes) drawChange(sheet, change)
  for (const { about, text } of parts) sheet.text(`${about}: ${text}`, { ...small, ink: inks.second })
  sheet.space(4)
  sheet.rule({ from: leaf.writing })
}

const whoBox = { x: leaf.right - whoWidth, width: whoWidth }

/** Draws a change, as it was, struck out, and as it is: on one line where that is wide enough. */
function drawChange(sheet: Sheet, { about, isNamed, before = 'none', after = 'none' }: HistoryLine['changes'][number]) {
  const parts: Part[] = [
    ...(isNamed ? [] : [{ text: `${about}: `, ink: inks.pencil }]),
    { text: before, ink: inks.pencil, struck: true },
    { text: '  →  ', ink: inks.pencil },
    { text: after, ink: inks.second },
  ]
  if (sheet.oneLine(parts, small)) return
  for (const part of parts) if (part.text.trim() !== '→') sheet.text(part.text, { ...small, ...part })
}
