import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type OrderView, type ViewQuery, viewName } from '#domain/account/order-views.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { messageOf } from '#web/http.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { useNavigateUnlessLeft } from '#web/kit/unless-left.tsx'
import { useChange } from '#web/kit/useChange.ts'
import { loadZod } from '#web/lazy-zod.ts'
import { addressOf, differencesFrom } from './worklist-url.ts'
import './orders.css'

type SavedViewsProps = { views: readonly OrderView[]; query: ViewQuery; reload(): Promise<void> }

/** The views an admin has saved. The one that is open says how what is shown differs from it, and may be saved so. */
export function SavedViews({ views, query, reload }: SavedViewsProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const { change, errors, correct, pending } = useChange()
  /** The view that is being named: a saved one, or a new one, whose id makes it one however often it is sent. */
  const [naming, setNaming] = useState<{ id: string; view?: OrderView }>()
  const saver = useRef<HTMLButtonElement>(null)
  // Once its form has gone the focus is on the view that was named; where there is none yet, on the button.
  useEffect(() => {
    if (!naming) return
    return () => {
      if (document.activeElement === document.body)
        (document.getElementById(linkId(naming.id)) ?? saver.current)?.focus()
    }
  }, [naming])
  const open = views.find(({ id }) => id === params.get('view'))
  const differences = open ? differencesFrom(open, query) : []
  const isSomething = Object.keys(query).length > 0

  const save = (view: Omit<OrderView, 'name'> & Partial<OrderView>) =>
    change((keyFor) => call('saveOrderView', { body: view, key: keyFor(view) }), reload)
  const saveNew = async (view: OrderView) => {
    const done = await save(view)
    if (done) await navigateUnlessLeft(addressOf(view.query, view.id), { preventScrollReset: true })
    return done
  }
  const rename = ({ id }: OrderView, name: string) => {
    const body = { id, name }
    return change((keyFor) => call('renameOrderView', { body, key: keyFor(body) }), reload)
  }
  const remove = (view: OrderView) => {
    const { id } = view
    return change(
      (keyFor) => call('removeOrderView', { body: { id }, key: keyFor({ id, remove: true }) }),
      reload,
      (removed) => toastWithUndo(removed, () => void save(view)),
    )
  }

  if (views.length === 0 && !isSomething) return null
  return (
    <nav className="views row items-center gap-0-5 text-3 rule-below" aria-label="Saved views">
      {views.length > 0 && (
        <ul className="row gap-0-5 min-w-0">
          {views.map((view) => (
            <li key={view.id}>
              <Link
                id={linkId(view.id)}
                className="flex items-center target ink-2 break-anywhere no-underline"
                to={addressOf(view.query, view.id)}
                preventScrollReset
                aria-current={view === open ? 'true' : undefined}
                onClick={() => setNaming(undefined)}
              >
                {view.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && (
        <p className="py-2 text-2 wet" role="status">
          Changed since saved: {differences.join(', ')}.
        </p>
      )}
      {naming ? (
        <ViewName
          key={naming.id}
          label={naming.view ? 'New view name' : 'View name'}
          submitLabel={naming.view ? 'Rename view' : 'Save view'}
          initial={naming.view?.name ?? ''}
          error={errors.name}
          pending={pending}
          onInput={correct}
          onCancel={() => setNaming(undefined)}
          onName={async (name) => {
            const { id, view } = naming
            if (view ? await rename(view, name) : await saveNew({ id, name, query })) setNaming(undefined)
          }}
        />
      ) : (
        <div className="row gap-0-4 ml-auto">
          {open && differences.length > 0 && (
            <>
              <TextButton onClick={() => save({ id: open.id, query })} aria-busy={pending}>
                Save changes
              </TextButton>
              <TextButton onClick={() => navigate(addressOf(open.query, open.id), { preventScrollReset: true })}>
                Discard changes
              </TextButton>
            </>
          )}
          {isSomething && (!open || differences.length > 0) && (
            <TextButton ref={saver} onClick={() => setNaming({ id: newIdempotencyKey() })}>
              {open ? 'Save as new view' : 'Save view'}
            </TextButton>
          )}
          {open && (
            <>
              <TextButton onClick={() => setNaming({ id: open.id, view: open })}>Rename view</TextButton>
              <TextButton onClick={() => remove(open)} aria-busy={pending}>
                Remove view
              </TextButton>
            </>
          )}
        </div>
      )}
    </nav>
  )
}

const linkId = (viewId: string) => `view-${viewId}`

type ViewNameProps = Pick<ComponentProps<typeof Form>, 'onInput'> & {
  label: string
  submitLabel: string
  initial: string
  error: string | undefined
  pending: boolean
  onName(name: string): void
  onCancel(): void
}

/** Asks for the name of a view, in its line. */
function ViewName({ label, submitLabel, initial, error, pending, onInput, onName, onCancel }: ViewNameProps) {
  const [name, setName] = useState(initial)
  const [wrong, setWrong] = useState<string>()
  return (
    <Form
      className="row items-end gap-2-4 py-3"
      label={submitLabel}
      onInput={(event) => {
        setWrong(undefined)
        onInput?.(event)
      }}
      onSubmit={async () => {
        try {
          await loadZod()
        } catch (error) {
          return setWrong(messageOf(error))
        }
        const { data, error } = viewName.safeParse(name)
        setWrong(error?.issues[0]?.message)
        if (data !== undefined) onName(data)
      }}
    >
      <Field
        name="name"
        label={label}
        value={name}
        maxLength={60}
        error={wrong ?? error}
        autoFocus
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <Button small pending={pending}>
        {submitLabel}
      </Button>
      <TextButton onClick={onCancel}>Cancel</TextButton>
    </Form>
  )
}
