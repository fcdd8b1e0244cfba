import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router-dom'
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
  const { location: next } = useNavigation()
  /** What was searched here: the latest is last, those before it may yet come into the address. */
  const sent = useRef([searched])
  const latest = useRef({ searched, onSearch })
  useEffect(() => {
    latest.current = { searched, onSearch } // what the address says by then
  }, [searched, onSearch])
  useEffect(() => () => clearTimeout(typing.current), [])
  // What the address says otherwise than was searched here, as on the way back, stands in the field.
  useEffect(() => {
    const at = sent.current.lastIndexOf(searched)
    sent.current = at < 0 ? [searched] : sent.current.slice(at)
    if (at >= 0) return
    clearTimeout(typing.current)
    typing.current = undefined
    setText(searched)
  }, [searched])
  // What is on its way has taken the place of all that was before it.
  useEffect(() => {
    if (next) sent.current = sent.current.slice(-1)
  }, [next])
  const search = (text: string) => {
    clearTimeout(typing.current)
    typing.current = undefined
    const words = text.trim()
    if (words === sent.current.at(-1) && words === latest.current.searched) return
    sent.current = [...sent.current, words]
    latest.current.onSearch(words)
  }
  return (
    <input
      {...input}
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
