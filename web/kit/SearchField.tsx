import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { isComposing } from './Field.tsx'

/** How long nothing is typed before it is looked for, in milliseconds. */
const pauseMs = 250

type SearchFieldProps = Omit<
  ComponentProps<'input'>,
  'ref' | 'type' | 'value' | 'onChange' | 'onKeyDown' | 'onBlur'
> & {
  /** The search term, as in the address. */
  searched: string
  onSearch(search: string): void
}

/** Looks for words as one types. Escape clears the field, and leaves it once it is empty. */
export function SearchField({ searched, onSearch, ...input }: SearchFieldProps) {
  const [text, setText] = useState(searched)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(typing.current), [])
  // The address may change by itself, as on the way back; not under the hand that types.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(searched)
  }, [searched])
  const search = (text: string) => {
    clearTimeout(typing.current)
    typing.current = undefined
    onSearch(text.trim())
  }
  return (
    <input
      {...input}
      ref={field}
      type="search"
      value={text}
      onChange={({ target: { value } }) => {
        setText(value)
        clearTimeout(typing.current)
        typing.current = setTimeout(() => search(value), pauseMs)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.preventDefault()
        if (!text) return event.currentTarget.blur()
        setText('')
        search('')
      }}
      onBlur={() => typing.current !== undefined && search(text)}
    />
  )
}
