import type { z } from 'zod'
import type { reviseAgency } from '#domain/settings/revise-agency.ts'

type Body = z.input<typeof reviseAgency.input>

/**
 * Returns the body of `update-agency` for a form: changes by path (`bank.ifsc`), and all values of the form by path. A part
 * of the agency is sent whole, with what stands in its other fields; one that is blank altogether is taken away.
 */
export function agencyChanges(
  changes: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, string | undefined>>,
): Body {
  const now = { ...values, ...changes } as Record<string, string>
  const body: Record<string, unknown> = {}
  for (const path of Object.keys(changes)) {
    const [part = '', field] = path.split('.', 2)
    body[part] = field === undefined ? now[path]!.trim() || null : partOf(now, part)
  }
  return body as Body
}

/** The fields of a part that are not blank; null when all of them are. */
function partOf(values: Readonly<Record<string, string>>, part: string): object | null {
  const written = Object.entries(values)
    .filter(([path, value]) => path.startsWith(`${part}.`) && value.trim() !== '')
    .map(([path, value]) => [path.slice(part.length + 1), value] as const)
  if (written.length === 0) return null
  const flat = written.filter(([path]) => !path.includes('.'))
  const inner = [...new Set(written.flatMap(([path]) => (path.includes('.') ? [path.split('.')[0]!] : [])))]
  return Object.fromEntries([...flat, ...inner.map((name) => [name, partOf(Object.fromEntries(written), name)])])
}
