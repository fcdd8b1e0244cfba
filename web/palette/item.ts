/** A line of the command palette: a page to go to, or something to do on the page that is open. */
export type PaletteItem = {
  label: string
  /** The detail that tells it from others of its name. */
  detail?: string
  /** Other words by which it is found. */
  words?: string
} & (
  | { path: string }
  | {
      /** Unlike that of every other command of the page. */
      id: string
      run(): void
    }
)

/** The id of an item among all others. */
export const idOf = (item: PaletteItem): string => ('path' in item ? item.path : item.id)

/** All the words by which an item is found. */
export const textOf = ({ label, detail = '', words = '' }: PaletteItem): string => `${label} ${detail} ${words}`
