import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from 'react'
import { listed } from '#domain/count.ts'
import { LeaveWarning } from './Confirm.tsx'

const SetUnsaved = createContext<Dispatch<SetStateAction<readonly string[]>>>(() => {})

/** A page with several forms, each of them saved by itself: asks before it is left with what is not saved in any. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  return (
    <SetUnsaved value={setUnsaved}>
      <LeaveWarning unsaved={unsaved.length > 0} warning={`Your changes in ${listed(unsaved)} will be lost.`} />
      {children}
    </SetUnsaved>
  )
}

/** Tells the page around whether a form has unsaved values. Several forms may have one label. */
export function useUnsaved(label: string, isUnsaved: boolean): void {
  const setUnsaved = useContext(SetUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    setUnsaved((all) => [...all, label])
    return () => setUnsaved((all) => all.filter((_, at) => at !== all.indexOf(label)))
  }, [setUnsaved, label, isUnsaved])
}
