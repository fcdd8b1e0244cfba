import { type ReactNode, Suspense, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigationType, useRevalidator } from 'react-router-dom'
import { agencyName } from '#domain/settings/brand.ts'
import { onPasswordWanted } from '#web/api.ts'
import { LazyView } from '#web/kit/LazyView.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { remember } from '#web/kit/left-places.ts'
import { Page } from '#web/kit/Page.tsx'
import { localStore } from '#web/kit/storage.ts'
import { Toaster } from '#web/kit/Toaster.tsx'
import { zoneInWords } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { Destination } from '#web/kit/unless-left.tsx'
import { useAgency } from '#web/live/agency.ts'
import { viewedClient } from '#web/view-as.ts'
import { Bar, BareBar, Slot } from './Bar.tsx'
import { Failure, whyBroken } from './Failure.tsx'
import { Head, useRouteName } from './Head.tsx'
import { Scrolling } from './Scrolling.tsx'
import { useSession } from './session.ts'
import './Shell.css'

const loadViewAsBand = () => import('./ViewAsBand.tsx')

/** The frame around every page. */
export function Shell() {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  // A page that is being taken over would be so all at once, if this was urgent.
  const takeSlot = useCallback((element: HTMLElement | null) => startTransition(() => setSlot(element)), [])
  useFocusOnThePage()
  useZone()
  useEffect(keepFocusSoon, [])
  return (
    <Slot value={slot}>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Suspense>
        <DemoNote />
      </Suspense>
      <Suspense>
        <Resume />
      </Suspense>
      <Bar slot={takeSlot} />
      <Suspense fallback={<Waiting />}>
        <Outlet />
        <Drawn />
      </Suspense>
      <Footer />
      {viewedClient !== undefined && <LazyView load={loadViewAsBand} props={{}} waiting={null} />}
      <PasswordWanted />
      <Toaster />
      <Scrolling />
      <Destination />
    </Slot>
  )
}

/** Looks after the focus from the first one on that finds the script for it. */
function keepFocusSoon() {
  addEventListener('focusin', () => import('./keep-focus.ts').catch(keepFocusSoon), { once: true })
}

/** Reports that a script has the page, so that what was pressed before is pressed again (on-first-use.ts). */
function Drawn() {
  useEffect(() => void document.dispatchEvent(new Event('drawn')), [])
  return null
}

/** The view before the first page has come. */
export const Opening = () => (
  <>
    <BareBar />
    <Head noindex />
    <Waiting name={useRouteName()} />
  </>
)

/** The view when not even the shell could be drawn, or the session could not be loaded. */
export const OpeningFailure = () => (
  <>
    <BareBar />
    <Failure />
  </>
)

const Waiting = ({ name }: { name?: string | undefined }) => (
  <Page>
    {name && <h1 className="sr">{name}</h1>}
    <div className="waiting">
      <Loading />
    </div>
  </Page>
)

/** Sends what was written without a line, and renews notifications, whatever page is open: loaded only where there may be any. */
function Resume() {
  const id = useSession().user?.id
  useEffect(() => {
    if (id === undefined || viewedClient !== undefined) return
    const failed = () => {} // without a line: the next page tries again
    if (localStore.entries().some(([key]) => key.startsWith(`outbox:${id}:`))) {
      import('#web/outbox/own-outbox.ts').then(({ outboxOf }) => outboxOf(id).sendNow(), failed)
    }
    if (globalThis.Notification?.permission === 'granted')
      import('#web/account/push.ts').then(({ renew }) => renew(id), failed)
  }, [id])
  return null
}

/** Asks for the password where a call takes it again, over whatever page is open. */
function PasswordWanted() {
  const [dialog, setDialog] = useState<ReactNode>()
  useEffect(() => {
    /** The question that is open: calls that want the password meanwhile wait for its answer too. */
    let asking: Promise<boolean> | undefined
    const ask = async () => {
      try {
        const { ConfirmPassword } = await import('#web/account/personal-data/ConfirmPassword.tsx')
        return await new Promise<boolean>((done) => setDialog(<ConfirmPassword onDone={done} />))
      } catch {
        toast.error(whyBroken().next)
        return false
      } finally {
        setDialog(undefined)
        asking = undefined
      }
    }
    onPasswordWanted(() => {
      asking ??= ask()
      return asking
    })
    return () => onPasswordWanted(undefined)
  }, [])
  return dialog
}

function DemoNote() {
  const { demo } = useSession()
  return (
    demo && (
      <aside className="demo-note" aria-label="Demo">
        <b className="weight-600 ink">Demo.</b> All people and projects here are made up.
      </aside>
    )
  )
}

/** Draws the page again when the agency moves to another time zone: its times are written in it. */
function useZone() {
  const { timeZone } = useAgency()
  const { revalidate } = useRevalidator()
  const shown = useRef(timeZone)
  useEffect(() => {
    if (shown.current === timeZone) return
    shown.current = timeZone
    void revalidate()
  }, [timeZone, revalidate])
}

/** The address of the link that had the focus as a page was left. */
const leftFrom = new Map<string, string>()

/**
 * Puts the focus on the page when another one has come, so that it is read from its beginning. Back and Forward put it on
 * the link of the page that had it when the page was left, where that can have it.
 */
function useFocusOnThePage() {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const address = (target as Element).closest('main a')?.getAttribute('href')
      if (address) remember(leftFrom, key, address)
      else leftFrom.delete(key) // a link that had the focus before did not lead away
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [key])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    const address = isBack && leftFrom.get(key)
    const link = address && main?.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)
    if (link) link.focus({ preventScroll: true })
    if (!link || document.activeElement !== link) main?.focus({ preventScroll: true })
  }, [key, pathname, isBack])
}

function Footer() {
  const agency = useAgency()
  const { supportEmail, instagram, youtube } = agency
  return (
    <footer className="footer">
      <p suppressHydrationWarning>
        © {new Date().getFullYear()} {agencyName(agency)}
      </p>
      {(supportEmail || instagram || youtube) && (
        <ul className="row gap-0-5">
          {supportEmail && (
            <li>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </li>
          )}
          {instagram && (
            <li>
              <a href={instagram}>Instagram</a>
            </li>
          )}
          {youtube && (
            <li>
              <a href={youtube}>YouTube</a>
            </li>
          )}
        </ul>
      )}
      <p className="footer-zone ml-auto serif italic text-16 ink-2" suppressHydrationWarning>
        All times are {zoneInWords()}.
      </p>
    </footer>
  )
}
