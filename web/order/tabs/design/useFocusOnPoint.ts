import { useEffect, useRef } from 'react'

/** Focuses an element by its id, once it is drawn. */
export function useFocusOnPoint(): (id: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const target = wanted.current && document.getElementById(wanted.current)
    if (!target) return
    wanted.current = undefined
    target.focus()
  })
  return (id) => {
    wanted.current = id
  }
}
