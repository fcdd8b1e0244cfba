/** Other names that people look for, and the pages they mean. */
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

/** The pages that anyone may ask for by name, with what they are called; those of the projects beside them. */
const named: Readonly<Record<string, string>> = {
  '/terms-and-conditions': 'the terms and conditions',
  '/login': 'Login',
  '/register': 'Register',
  '/forgot-password': 'Forgot password',
  '/dashboard': 'Dashboard',
  '/history': 'History',
  '/settings': 'your settings',
}

/** The places that are only meant by another name. */
const others: Readonly<Record<string, string>> = {
  '/': 'the home page',
  '/#work': 'our work',
  '/#test-container': 'the fit test and prices',
}

/** How many letters may be wrong. */
const tolerated = 2

/**
 * The page that was probably meant by a path at which there is none, and its name; undefined when it is like no other.
 * `works` are the ids of the published projects.
 */
export function nearestPage(path: string, works: readonly number[] = [1, 2, 3, 4, 5, 6]) {
  const pages = {
    ...Object.fromEntries(works.map((id) => [`/work/${id}`, `project ${id} of our work`])),
    ...named,
  }
  const meant = nearestPath(path, Object.keys(pages))
  const name = meant && (pages[meant] ?? others[meant])
  return name && (meant !== '/#work' || works.length > 0) ? { path: meant, name } : undefined
}

function nearestPath(path: string, pages: readonly string[]): string | undefined {
  const requested = path.toLowerCase().replace(/\/+$/, '')
  const other = otherNames[requested]
  if (other) return other
  const [best] = [...pages, ...Object.keys(otherNames)]
    .map((name) => ({ name, wrong: distance(requested, name) }))
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
