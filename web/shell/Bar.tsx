import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { agencyName, logoPath } from '#domain/settings/brand.ts'
import { localStore } from '#web/kit/storage.ts'
import { toast } from '#web/kit/toast.ts'
import { useAgency } from '#web/live/agency.ts'
import { publishedIds } from '#web/site-data.ts'
import { viewedClient } from '#web/view-as.ts'
import { adminPlaces } from './admin-places.ts'
import { Menu, MenuLink } from './Menu.tsx'
import { OpenPalette } from './OpenPalette.tsx'
import { logOut, useSession } from './session.ts'
import './Bar.css'

/** The bar above every page. `slot` gets the place in it where a page may write, by `InBar`. */
export function Bar({ slot }: { slot(element: HTMLElement | null): void }) {
  const { state } = useNavigation()
  return (
    <header className="bar" data-busy={state !== 'idle'}>
      <div className="bar-row">
        <Wordmark />
        <Menu
          label="Site"
          title={
            <span className="wordmark">
              <Brand />
            </span>
          }
        >
          {viewedClient === undefined && <MenuLink to="/">Home</MenuLink>}
          <MenuLink to="/dashboard">Dashboard</MenuLink>
          <Suspense>
            <History />
          </Suspense>
          {viewedClient === undefined && (
            <>
              <WorkLink />
              <MenuLink to="/terms-and-conditions">T&amp;C</MenuLink>
            </>
          )}
          <Suspense>
            <Account />
          </Suspense>
        </Menu>
        <Suspense>
          <AdminMenu />
        </Suspense>
        <div className="bar-slot" ref={slot} />
        <div className="bar-aside">
          <Suspense>
            <OpenPalette />
            <UserMenu />
          </Suspense>
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}

/** Where in the bar a page may write. */
export const Slot = createContext<HTMLElement | null>(null)

/** Puts its children into the bar above the page: the connection, for one. */
export function InBar({ children }: { children: ReactNode }) {
  const slot = use(Slot)
  return slot && createPortal(children, slot)
}

/** The bar before anything is known. */
export const BareBar = () => (
  <header className="bar">
    <div className="bar-row">
      <Wordmark />
    </div>
  </header>
)

const Wordmark = () => (
  <Link className="wordmark bar-home" to="/">
    <Brand />
  </Link>
)

/** The history, for those who are logged in. */
function History() {
  const { user, unreachable } = useSession()
  return (user || viewedClient !== undefined) && !unreachable && <MenuLink to="/history">History</MenuLink>
}

/** The work section of the first page: it is where one is on the pages of the projects too. */
function WorkLink() {
  const { pathname } = useLocation()
  if (publishedIds()?.length === 0) return null
  return (
    <li>
      <Link className="menu-line" to="/#work" aria-current={pathname.startsWith('/work/') || undefined}>
        Work
      </Link>
    </li>
  )
}

function Account() {
  const { user, unreachable } = useSession()
  if (unreachable || viewedClient !== undefined) return null
  return user ? (
    <>
      <MenuLink to="/settings">Settings</MenuLink>
      {user.admin && <ThemeLine />}
      <LogOut />
    </>
  ) : (
    <>
      <MenuLink to="/register" apart>
        Register
      </MenuLink>
      <MenuLink to="/login">Login</MenuLink>
    </>
  )
}

/** The line of the menu that ends the session. */
function LogOut() {
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()

  const press = async () => {
    if (pending) return
    setPending(true)
    try {
      toast.success(await logOut())
      await navigate('/login')
    } catch {
      toast.error('Failed to Logout')
    } finally {
      setPending(false)
    }
  }

  return (
    <li>
      <button type="button" className="menu-line" onClick={press} aria-disabled={pending || undefined}>
        Logout
      </button>
    </li>
  )
}

function AdminMenu() {
  const { user } = useSession()
  return (
    user?.admin && (
      <Menu label="Admin" title="Admin" className="is-admin">
        {adminPlaces.map((place) => (
          <MenuLink key={place.path} to={place.path} apart={'apart' in place}>
            {place.label}
          </MenuLink>
        ))}
      </Menu>
    )
  )
}

function UserMenu() {
  const { user } = useSession()
  return user && <span className="bar-who hidden small nowrap">{user.name}</span>
}

/** The agency above every page, within a `wordmark`: its logo, or its name. */
function Brand() {
  const agency = useAgency()
  const { logo } = agency
  if (!logo) return agencyName(agency)
  return (
    <img
      className="rounded"
      src={logoPath(logo.filename)}
      width={logo.width}
      height={logo.height}
      alt={agencyName(agency)}
    />
  )
}

/** Turns the paper: light, dark. Remembered here, and put back by theme.js before the next page is drawn. */
const ThemeToggle = () => (
  <button type="button" className="theme-toggle" aria-label="Switch between light and dark mode" onClick={turn}>
    <svg className="pen" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 3.2c-4 0-6.8 2.9-6.8 6.8s2.9 6.8 6.8 6.8 6.8-2.8 6.8-6.8S14 3.2 10 3.2Z" />
      <path d="M10 3.3v13.4c4-.1 6.7-2.9 6.7-6.7S14 3.3 10 3.3Z" fill="currentColor" />
    </svg>
  </button>
)

/** The same as a line of the menu, for bars that have no room for it. */
const ThemeLine = () => (
  <li className="theme-line hidden">
    <button type="button" className="menu-line" onClick={turn}>
      Light or dark mode
    </button>
  </li>
)

function turn() {
  const { dataset } = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = (dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  dataset.theme = theme
  localStore.set('theme', theme)
}
