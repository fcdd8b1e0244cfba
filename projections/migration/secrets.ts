import { resolve } from 'node:path'
import { vapidKeys } from '#infra/push/keys.ts'
import { readSecret } from '#infra/secret.ts'
import type { Settings } from '#infra/settings.ts'

type SecretSettings = Pick<Settings, 'dataDir' | 'sessionSecret' | 'push'>

/** The secrets that the target needs, so that people stay logged in and devices still get pushes. No secrets themselves. */
export async function secretsToMove(from: SecretSettings, to: SecretSettings): Promise<string[]> {
  const lines: string[] = []
  const session = await sessionSecretOf(from)
  if (session && session !== (await sessionSecretOf(to))) {
    lines.push(`Everyone will be logged out unless SESSION_SECRET equals ${whereIn(from, 'session')}.`)
  }
  const pushes = await pushKeyOf(from)
  if (pushes && pushes !== (await pushKeyOf(to))) {
    const { publicKey } = await vapidKeys(from.dataDir, from.push?.keys)
    lines.push(
      `Notifications will stop unless VAPID_PRIVATE_KEY equals ${whereIn(from, 'vapid')} and VAPID_PUBLIC_KEY is ${publicKey}.`,
    )
  }
  return lines
}

const sessionSecretOf = async ({ sessionSecret, dataDir }: SecretSettings) =>
  sessionSecret ?? (await readSecret(dataDir, 'session.secret'))

const pushKeyOf = async ({ push, dataDir }: SecretSettings) =>
  push?.keys?.privateKey ?? (await readSecret(dataDir, 'vapid.secret'))

function whereIn({ dataDir, sessionSecret, push }: SecretSettings, name: 'session' | 'vapid'): string {
  const set = name === 'session' ? sessionSecret : push?.keys
  return set ? 'the source’s settings' : resolve(dataDir, `${name}.secret`)
}
