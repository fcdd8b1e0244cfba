/** What people look for under other names, and where it is. */
const otherNames: Readonly<Record<string, string>> = {
  '/home': '/',
  '/index.html': '/',
  '/works': '/#work',
  '/work': '/#work',
  '/portfolio': '/#work',
  '/projects': '/#work',
  '/test': '/#test-container',
  '/pricing': '/#test-container',
  '/prices': '/#test-container',
  '/terms': '/terms-and-conditions',
  '/tnc': '/terms-and-conditions',
  '/signin': '/login',
  '/sign-in': '/login',
  '/signup': '/register',
  '/sign-up': '/register',
  '/account': '/settings',
  '/reset-password': '/forgot-password',
}

/** The pages that anyone may ask for by name. */
const named = [
  '/work/1',
  '/work/2',
  '/work/3',
  '/work/4',
  '/work/5',
  '/work/6',
  '/terms-and-conditions',
  '/login',
  '/register',
  '/forgot-password',
  '/dashboard',
  '/history',
]

/** How many letters may be wrong. */
const tolerated = 2

/** The page that was probably meant by a path at which there is none; undefined when it is like no other. */
export function nearestPage(path: string): string | undefined {
  const asked = path.toLowerCase().replace(/\/+$/, '')
  const other = otherNames[asked]
  if (other) return other
  const [best] = [...named, ...Object.keys(otherNames)]
    .map((name) => ({ name, wrong: distance(asked, name) }))
    // Of a short word less may be wrong: `/me` is not `/home`.
    .filter(({ name, wrong }) => wrong <= tolerated && wrong * 3 < name.length)
    .sort((one, two) => one.wrong - two.wrong)
  return best && (otherNames[best.name] ?? best.name)
}

/** How many letters must be put in, left out, exchanged or swapped with the next to make one word of the other. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > tolerated) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
