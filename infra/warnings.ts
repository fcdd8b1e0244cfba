import { resolve } from 'node:path'
import leven from 'leven'
import { nameOf } from './http.ts'
import { outboxIn } from './mail/outbox.ts'
import { type Settings, settingNames } from './settings.ts'

/** The warnings for real use, a sentence each: settings that the product starts without, and should not go without. */
export function settingWarnings({ production, publicUrl, mail, dataDir, host, port }: Settings): string[] {
  if (!production) return []
  const local = `http://${nameOf(host)}:${port}`
  const outbox = outboxIn(resolve(dataDir))
  return [
    ...(publicUrl ? [] : [`PUBLIC_URL is not set: invitations are not sent, and links in emails point to ${local}.`]),
    ...(mail?.smtpUrl ? [] : [`SMTP_URL is not set: emails are not sent, but saved in ${outbox}.`]),
  ]
}

/** How many letters may be wrong in a name of so many: short ones are near to too much. */
const tolerance = (length: number): number => (length < 6 ? 1 : length < 11 ? 2 : 3)

/** The variables that are no settings and look like one that is not set, a sentence each. */
export function misspeltWarnings(env: Record<string, string | undefined>): string[] {
  const unset = settingNames.filter((name) => !env[name]?.trim())
  return Object.keys(env).flatMap((name) => {
    if (settingNames.includes(name)) return []
    const near = unset
      .map((setting) => ({ setting, distance: leven(setting, name.toUpperCase()) }))
      .filter(({ setting, distance }) => distance <= tolerance(setting.length))
      .toSorted((a, b) => a.distance - b.distance)[0]
    return near ? [`${name} is not a setting. Did you mean ${near.setting}?`] : []
  })
}
