import { Command } from 'cmdk'
import { type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { listed } from '#domain/count.ts'
import type { Role } from '#domain/event.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Modal } from '#web/kit/Modal.tsx'
import { magnifier } from '#web/kit/marks.tsx'
import { sections } from '#web/settings/sections.ts'
import { type AdminPath, adminPlaces } from '#web/shell/admin-places.ts'
import { useViewer } from '#web/shell/session.ts'
import { type Place, pageCommands, recentPlaces } from './pages.ts'
import { fitting, type Group, idOf, liveSearch, type PaletteItem, type SearchState, withoutRepeats } from './search.ts'
import { sourcesOf } from './sources.ts'
import './Palette.css'

/** The command palette: goes to any order, person or page, and acts on the page that is open. Shown as long as it is there. */
export default function Palette({ onClose }: { onClose(): void }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [query, setQuery] = useState('')
  const [search] = useState(() => liveSearch(sourcesOf(viewer.role)))
  const found = useSyncExternalStore(search.subscribe, search.now)
  const [recent] = useState(() => recentPlaces(viewer.id))
  const groups = groupsOf(query, found, recent, placesOf(viewer.role, query.trim() !== ''))
  const online = useSyncExternalStore(onLineChange, () => navigator.onLine)

  useLayoutEffect(() => input.current!.focus(), []) // by itself it would be the whole list
  useEffect(() => search.stop, [search])
  useEffect(() => {
    if (online) search.retry() // of what could not be searched while there was no network
  }, [online, search])

  const choose = (item: PaletteItem) => {
    onClose()
    if ('path' in item) void navigate(item.path)
    else item.run()
  }
  const write = (words: string) => {
    setQuery(words)
    search.search(words)
  }
  const closeOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget && onClose()

  return (
    <Modal className="palette" aria-label="Go to" onClick={closeOutside} onEscape={onClose}>
      <Command className="flex" shouldFilter={false} vimBindings={false} loop label="Go to">
        <div className="palette-line flex items-center gap-3 px-4 ink-below">
          <Magnifier />
          <Command.Input
            className="min-w-0 border-0"
            ref={input}
            value={query}
            onValueChange={write}
            placeholder={viewer.role === 'admin' ? 'Project, client, lead or page' : 'Project or page'}
            aria-describedby={`${id}says`}
            maxLength={200}
            enterKeyHint="go"
          />
          <TextButton onClick={onClose}>Close</TextButton>
        </div>
        <Command.List className="scroll-y" label="Pages and actions" aria-busy={found.pending}>
          {groups.map(({ heading, items }) => (
            <Command.Group key={heading} heading={heading}>
              {items.map((item) => (
                <Command.Item
                  key={idOf(item)}
                  className="row items-baseline gap-0-3 text-3 rule-below pointer"
                  value={idOf(item)}
                  onSelect={() => choose(item)}
                >
                  <bdi className="weight-500">{item.label}</bdi>
                  {item.detail && <span className="small">{item.detail}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
      <div className="palette-foot row items-center gap-0-4 target text-2 ink-2">
        <p id={`${id}says`} role="status">
          {status(query, found, online, groups)}
        </p>
        {found.failed && online && <TextButton onClick={search.retry}>Try again</TextButton>}
        <p className="palette-keys hidden ml-auto" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </p>
      </div>
    </Modal>
  )
}

/** Groups the choices: the commands of this page, where one was and may go, what the server found. */
function groupsOf(query: string, found: SearchState, recent: readonly Place[], places: readonly PaletteItem[]) {
  const page = pageCommands()
  const commands = page?.commands ?? []
  const offered = commands.filter(({ onlySearched }) => !onlySearched)
  const others = query.trim() ? commands.filter(({ onlySearched }) => onlySearched) : []
  const here: Group[] = [
    { heading: page?.heading ?? '', items: [...offered, ...others] },
    { heading: 'Recent', items: recent.filter(({ path }) => path !== location.pathname) },
    { heading: 'Go to', items: places },
  ]
  return withoutRepeats([...here.map((group) => fitting(query, group)), ...found.groups])
}

/** Where the search stands, in a sentence that is read out. */
function status(query: string, { pending, failed }: SearchState, online: boolean, groups: readonly Group[]): string {
  if (!online) return 'You’re offline. Showing only pages saved in this browser.'
  if (pending) return 'Searching…'
  if (failed) return `Couldn’t search ${listed(failed.headings)}. ${failed.message}`
  const items = groups.flatMap(({ items }) => items)
  if (items.length === 0) return `No results for “${query.trim()}”.`
  const results = items.filter(({ isRest }) => !isRest)
  return query.trim() ? `${results.length} ${results.length < items.length ? 'shown' : 'found'}` : ''
}

function onLineChange(changed: () => void) {
  const stopped = new AbortController()
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: stopped.signal })
  return () => stopped.abort()
}

const Magnifier = () => (
  <svg className="palette-glass pen flex-none" viewBox="0 0 20 20" aria-hidden="true">
    <path d={magnifier} />
  </svg>
)

const everyone: readonly PaletteItem[] = [
  {
    label: 'Settings',
    detail: 'Profile, password, notifications, devices',
    words: 'name phone sessions sign log out two-step verification export delete data calendar',
    path: '/settings',
  },
  { label: 'Home', words: 'site landing page', path: '/' },
]

const client: readonly PaletteItem[] = [
  { label: 'Dashboard', words: 'current projects orders', path: '/dashboard' },
  { label: 'History', words: 'completed cancelled projects orders', path: '/history' },
  { label: 'Start another project', words: 'new order questions', path: '/dashboard?another' },
]

/** The parts of the agency's settings, for who searches for one. */
const agencySections: readonly PaletteItem[] = Object.entries(sections)
  .filter(([id]) => id !== 'identity')
  .map(([id, label]) => ({ label, detail: 'Agency', words: 'settings', path: `/agency#${id}` }))

/** Other words by which the pages for admins are found: not on every page, as their names in the bar are. */
const adminWords: Record<AdminPath, string> = {
  '/orders': 'projects clients list',
  '/leads': 'visitors prices funnel call',
  '/questions': 'questionnaire questions onboarding template',
  '/progress-tracker': 'progress tracker steps phases package template',
  '/people': 'clients admins invite suspend two-step verification log out export delete data',
  '/integrations': 'api keys webhooks csv export tables download',
  '/activity': 'audit history events lines who what when everything',
  '/security': 'log logins refused limits audit who',
  '/agency': 'settings name logo colour contact bank upi payment time zone prices terms portfolio email mail texts',
}
const admins = adminPlaces.map((place) => ({ ...place, words: adminWords[place.path] }))

/** The pages that a person of a role may go to; once they search, the parts of pages too. */
const placesOf = (role: Role, searched: boolean): readonly PaletteItem[] => [
  ...(role === 'admin' ? admins : client),
  ...(role === 'admin' && searched ? agencySections : []),
  ...everyone,
]
