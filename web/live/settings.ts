import { useEffect, useSyncExternalStore } from 'react'
import { streamOf, type WireEvent } from '#domain/event.ts'
import {
  type MailText,
  type MailTextEvent,
  type MailTexts,
  mailTextOf,
  mailTextsId,
  mailTextsOfAgency,
} from '#domain/mail/mail-texts.ts'
import { type MailName, mailNames } from '#domain/mail/mails.ts'
import {
  type PortfolioEvent,
  type PortfolioTexts,
  portfolioId,
  portfolios,
  worksOf,
} from '#domain/settings/portfolio.ts'
import { type PricesEvent, priceListId, prices, pricesToWire, type WirePrices } from '#domain/settings/prices.ts'
import { type TermsEvent, type TermsTexts, termsId, termsOfAgency } from '#domain/settings/terms.ts'
import type { Work } from '#domain/site/works.ts'
import { call } from '#web/api.ts'
import { createRetry } from '#web/retry.ts'
import { mayHaveSession, siteData } from '#web/site-data.ts'
import { createWatchers } from './watchers.ts'

/** A setting as a page knows it; its revision is −1 as long as nothing was ever set. */
export type Setting<State> = { state: State; revision: number }

type Options<State> = {
  stream: string
  /** The type of its events. After one of another type, of a newer server, the server is asked what stands. */
  type: string
  /** Returns the state after an event’s data: each event has all that is set. */
  stateOf(data: never): State
  /** Asks the server. Throws `HttpError`. */
  load(): Promise<Setting<State>>
  /** The setting as it came with the page, where it did. */
  preloaded?(): Setting<State> | undefined
}

/** A setting of the agency, one for all pages of this window, which follow it while they are open. */
export function liveSetting<State>({ stream, type, stateOf, load, preloaded }: Options<State>) {
  let setting: Setting<State> | undefined
  const { subscribe, notify } = createWatchers()

  /** Shows what was answered, unless something newer is known. */
  function show(answered: Setting<State>): Setting<State> {
    const known = now()
    if (known && answered.revision < known.revision) return known
    setting = answered
    notify()
    return setting
  }
  const applyEvent = (event: WireEvent) => {
    if (event.stream !== stream) return
    if (event.type === type) show({ state: stateOf(event.data as never), revision: event.revision })
    else void refresh().catch(() => {}) // what is known stays shown
  }
  /** Asks the server what stands, and shows it. Throws `HttpError`. */
  const refresh = async () => show(await load())
  /** The setting, as far as this page knows. */
  const now = () => setting ?? preloaded?.()

  /**
   * Follows it until the returned function is called; after a time without a line it asks what stands by then. Without a
   * session nothing is followed: visitors have no connection, so they do not load what makes one either.
   */
  function follow(): () => void {
    if (!mayHaveSession()) return () => {}
    let left = false
    let close: (() => void) | undefined
    const ask = () => refresh().then(retry.stop, later)
    const later = () => left || retry.later()
    const begin = () =>
      import('./socket.ts').then(({ acquireSocket }) => {
        if (left) return
        const { socket, release } = acquireSocket()
        retry = createRetry(ask)
        close = () => {
          socket.off('event', applyEvent)
          socket.off('connect', ask)
          release()
        }
        socket.on('event', applyEvent)
        socket.on('connect', ask)
        if (socket.connected) void ask()
      }, later)
    let retry = createRetry(begin)
    void begin()
    return () => {
      left = true
      retry.stop()
      close?.()
    }
  }

  return {
    now,
    refresh,
    /** Applies the events that a change was answered with; answers what stands then. */
    apply(events: readonly WireEvent[]): Setting<State> {
      for (const event of events) applyEvent(event)
      return now()!
    },
    subscribe,
    follow,
  }
}

export type LiveSetting<State> = ReturnType<typeof liveSetting<State>>

/** The setting in a component, followed while that is shown; undefined until it was loaded for the first time. */
export function useSetting<State>({ subscribe, now, follow }: LiveSetting<State>): Setting<State> | undefined {
  useEffect(() => follow(), [follow])
  return useSyncExternalStore(subscribe, now, now)
}

export const livePrices = liveSetting<WirePrices>({
  stream: streamOf(prices, priceListId),
  type: 'PricesRevised' satisfies PricesEvent['type'],
  stateOf: pricesToWire,
  async load() {
    const [{ revision, ...state }] = (await call('getPricing')).data
    return { state, revision }
  },
  preloaded: () => siteData()?.prices,
})

/** The live texts around the terms. */
export const liveTerms = liveSetting<TermsTexts>({
  stream: streamOf(termsOfAgency, termsId),
  type: 'TermsRevised' satisfies TermsEvent['type'],
  stateOf: (data: TermsTexts) => data,
  async load() {
    const [{ texts, revision }] = (await call('getTerms')).data
    return { state: texts, revision }
  },
  preloaded: () => siteData()?.terms,
})

/** All projects, for who edits them: visitors’ pages have those that are published. */
export const livePortfolio = liveSetting<Work[]>({
  stream: streamOf(portfolios, portfolioId),
  type: 'PortfolioRevised' satisfies PortfolioEvent['type'],
  stateOf: ({ works }: { works: PortfolioTexts }) => worksOf(works),
  async load() {
    const { texts, revision } = await call('getWorks')
    return { state: worksOf(texts), revision }
  },
})

type AllMailTexts = Record<MailName, MailText>

/** The text of every mail. For admins. */
export const liveMailTexts = liveSetting<AllMailTexts>({
  stream: streamOf(mailTextsOfAgency, mailTextsId),
  type: 'MailTextsRevised' satisfies MailTextEvent['type'],
  stateOf: ({ texts }: { texts: MailTexts }) =>
    Object.fromEntries(mailNames.map((mail) => [mail, mailTextOf(mail, texts)])) as AllMailTexts,
  async load() {
    const { data, revision } = await call('getMailTexts')
    const texts = data.map(({ mail, subject, text }) => [mail, { subject, text }])
    return { state: Object.fromEntries(texts) as AllMailTexts, revision }
  },
})
