import type { Order } from '#domain/order/order.ts'
import { truncate } from '#domain/truncate.ts'

/**
 * What a file is called that has something of an order, on a day: `Asha Rao #3, invoice, 2026-11-22.pdf`. What file systems
 * do not take is left out of the title.
 */
export function exportName({ title }: Pick<Order, 'title'>, what: string, at: string, extension: string): string {
  const clean = title
    .replace(/[\\/:*?"<>|\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  return `${truncate(clean, 80).trim() || 'Project'}, ${what}, ${at.slice(0, 10)}.${extension}`
}
