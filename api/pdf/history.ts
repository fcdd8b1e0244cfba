import { traitsOf } from '#domain/order/events.ts'
import type { OrderLine } from '../exports/order-lines.ts'
import type { datesOf } from './letterhead.ts'
import { inks, leaf, type Part, type Sheet, writingWidth } from './sheet.ts'

/** How many lines a history has as PDF at most: the latest. With more it says where all of them are. */
export const maxPdfLines = 5_000
/** How much of a text, in characters. */
const maxText = 4_000

type Dates = ReturnType<typeof datesOf>

/** The history day by day, oldest first; who read what is left out. `skipped` is how many earlier lines are not here. */
export async function drawHistory(
  sheet: Sheet,
  lines: AsyncIterable<OrderLine>,
  dates: Dates,
  skipped: number,
  written: () => Promise<void>,
): Promise<void> {
  if (skipped > 0) {
    sheet.space(8)
    sheet.text(
      `These are the latest ${maxPdfLines.toLocaleString('en-IN')} lines. The ${skipped.toLocaleString('en-IN')} before them are in the CSV and the JSON of this project.`,
      { voice: 'italic', ink: inks.second },
    )
    sheet.space(6)
  }
  let day = ''
  let count = 0
  for await (const line of lines) {
    if (traitsOf(line.event)?.quiet) continue
    const on = dates.day(line.event.at)
    if (on !== day) drawDay(sheet, on, dates.weekday(line.event.at))
    day = on
    drawLine(sheet, line, dates)
    if (++count % 20 === 0) await written()
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

function drawLine(sheet: Sheet, { event, said, changes }: OrderLine, { clock }: Dates): void {
  const { by } = event
  const text = shortened(said)
  const main = { width: writingWidth - whoWidth - 14 }
  sheet.ensure(Math.min(90, 14 + sheet.heightOf(text, main) + changes.length * 12))
  sheet.space(5)
  sheet.beside(clock(event.at), { voice: 'sans', size: 8, ink: inks.second, leading: 1.6 })
  const who = by.via === undefined ? by.name : `${by.name}, by ${by.via}`
  sheet.beside(who, { ...{ voice: 'sans', size: 8, ink: inks.pencil, leading: 1.6, align: 'right' }, ...whoBox })
  sheet.text(text, main)
  for (const change of changes) drawChange(sheet, change, said)
  sheet.space(4)
  sheet.rule({ from: leaf.writing })
}

const whoBox = { x: leaf.right - whoWidth, width: whoWidth }

/** As it was, struck out, and as it is: on one line where that is wide enough. */
function drawChange(sheet: Sheet, { about, before, after }: OrderLine['changes'][number], said: string): void {
  const parts: Part[] = [
    ...(said.includes(about) ? [] : [{ text: `${about}: `, ink: inks.pencil }]),
    { text: before === undefined ? 'none' : shortened(before), ink: inks.pencil, struck: true },
    { text: '  →  ', ink: inks.pencil },
    { text: after === undefined ? 'none' : shortened(after), ink: inks.second },
  ]
  if (sheet.oneLine(parts, small)) return
  for (const part of parts) if (part.text.trim() !== '→') sheet.text(part.text, { ...small, ...part })
}

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)
