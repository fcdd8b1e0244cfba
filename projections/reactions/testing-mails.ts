import type { AccountEvent } from '#domain/account/actions.ts'
import type { MailTexts } from '#domain/mail/mail-texts.ts'
import { asha, meera, registered } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { createComposer, type Mailer } from '#infra/mail/mailer.ts'
import { record } from '#projections/testing.ts'
import { mailReaction } from './mail.ts'
import { createNotifications } from './notification.ts'
import { testOutbox, testScene } from './testing.ts'

export const staff = (by: typeof meera): Sample<AccountEvent> => ({
  ...registered,
  by,
  data: { ...registered.data, name: by.name, email: `${by.id}@longhand.example`, role: 'admin' },
})

/** An account whose holder has confirmed its address. */
const known: Sample[] = [registered, { type: 'AddressProven', data: {}, by: asha, at: registered.at }]

/** The mails of a scene, in the words of the agency, by a mailer. */
export const mailsOf = (stage: Awaited<ReturnType<typeof testScene>>, mailer: Mailer, texts: MailTexts = {}) =>
  mailReaction({
    ...{ events: stage.events, documents: stage.documents, files: { get: async () => undefined }, mailer },
    notificationOf: createNotifications(stage.events, stage.directory),
    ...{ directory: stage.directory, order: stage.order, agency: async () => ({}), now: stage.clock.now },
    compose: createComposer({ agency: async () => ({}), mailTexts: async () => texts }),
    ...{ url: 'https://longhand.example', secret: 'the secret of this test' },
  })

/** Asha and Meera, and what is mailed to them, in the words of the agency. `beforeWrite` sees what the reaction writes. */
export async function mailScene(texts: MailTexts = {}, account = known, beforeWrite?: Parameters<typeof testScene>[0]) {
  const stage = await testScene(beforeWrite)
  const { mailer, mails } = await testOutbox()
  await record(stage.events, 'account-meera', staff(meera))
  await record(stage.events, 'account-asha', ...account)
  const begin = () => stage.react(mailsOf(stage, mailer, texts))
  let settled = await begin()
  const done = () => settled()
  /** Records events of an order, and waits until what they bring about is planned. */
  const happensOn = async (orderId: string, ...events: Sample[]) => {
    await record(stage.events, `order-${orderId}`, ...events)
    await done()
  }
  await done()
  return {
    ...stage,
    mails,
    done,
    happensOn,
    happens: (...events: Sample[]) => happensOn('1', ...events),
    async at(time: string) {
      stage.until(time)
      await done()
    },
    /** Ends the process and begins another on the same stores, in which nothing is in the way of a write. */
    async restart() {
      await stage.stop()
      settled = await begin()
    },
  }
}
