import { Suspense } from 'react'
import { Link, useNavigation } from 'react-router-dom'
import { viewedClient } from '#web/view-as.ts'
import { adminPlaces } from './admin-places.ts'
import { Brand } from './Brand.tsx'
import { LogOut } from './LogOut.tsx'
import { Menu, MenuLink } from './Menu.tsx'
import { OpenPalette } from './OpenPalette.tsx'
import { useSession } from './session.ts'
import { ThemeLine, ThemeToggle } from './ThemeToggle.tsx'
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
            <Coming />
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

function Coming() {
  const { user, unreachable } = useSession()
  if (unreachable) return null
  if (viewedClient !== undefined) return <MenuLink to="/history">History</MenuLink>
  return user ? (
    <>
      <MenuLink to="/history">History</MenuLink>
      <MenuLink to="/settings">Settings</MenuLink>
      <TermsLink />
      {user.admin && <ThemeLine />}
      <LogOut />
    </>
  ) : (
    <>
      <TermsLink />
      <MenuLink to="/register">Register</MenuLink>
      <MenuLink to="/login">Login</MenuLink>
    </>
  )
}

const TermsLink = () => <MenuLink to="/terms-and-conditions">T&amp;C</MenuLink>

function AdminMenu() {
  const { user } = useSession()
  return (
    user?.admin && (
      <Menu label="Admin" title="Admin" className="is-admin">
        {adminPlaces.map(({ path, label, apart }) => (
          <MenuLink key={path} to={path} apart={apart}>
            {label}
          </MenuLink>
        ))}
      </Menu>
    )
  )
}

function UserMenu() {
  const { user } = useSession()
  return user && <span className="bar-who">{user.name}</span>
}
