/**
 * A project of the portfolio. `images` are the base paths of its two or three pictures, the cover first, without width
 * and ending: `/pictures/work-1-1` is there as `/pictures/work-1-1-{480|800|1200|1600}.{avif|webp}`.
 */
export type Work = WorkTexts & { id: number; images: string[] }

/** The texts of a project; an admin may change them (`domain/settings/portfolio.ts`). */
export type WorkTexts = {
  displayHeading: string
  title: string
  description: string
  client: string
  role: string
  website: string
  /** Five. */
  points: string[]
}

/** The six projects of the portfolio. Clients and addresses are invented: the demo alone shows them before an agency has written its own over them. */
export const works: readonly Work[] = [
  {
    id: 1,
    displayHeading: 'Picked at dawn, posted by noon.',
    title: 'Nilgiri and Daughters',
    description:
      'Three sisters grow tea on eleven acres above Coonoor. Until last winter a broker bought all of it and mixed it with everyone else’s. Now each day’s tea is sold under its own name, and the packing shed sees every order at once.',
    client: 'Nilgiri and Daughters, tea growers',
    role: 'Design, words in English and Tamil, website and dashboard',
    website: 'https://nilgirianddaughters.example',
    points: [
      'One hill has one name, in two alphabets. The switch to Tamil keeps your place on the page.',
      'The slope, the date and the temperature stand before the price.',
      'Rain by month, and the three mornings worth picking, drawn from the shed’s own log.',
      'Orders from 19 states, shown as stamps that count themselves.',
      'Labels print themselves. The packer ticks them off with a wet thumb.',
    ],
    images: ['/pictures/work-1-1', '/pictures/work-1-2', '/pictures/work-1-3'],
  },
  {
    id: 2,
    displayHeading: 'The day’s rate, at eleven.',
    title: 'Bhandari Steel',
    description:
      'A rolling mill in Ludhiana that answered 200 phone calls a morning, all of them with the same question. The owner types the rate once; the page, the dealers’ phones and the quotations have it the same minute.',
    client: 'Bhandari Steel, rolling mill',
    role: 'Design, website and dealers’ dashboard',
    website: 'https://bhandaristeel.example',
    points: [
      'Enter the rate once; it’s everywhere a minute later.',
      'Each dealer sees the price of their own slab, and nobody else’s.',
      'A quotation is a page with a date on it, good until six in the evening.',
      'Yesterday’s rate stays beside today’s, so nobody has to ask.',
      'It opens on the slowest phone in the yard.',
    ],
    images: ['/pictures/work-2-1', '/pictures/work-2-2', '/pictures/work-2-3'],
  },
  {
    id: 3,
    displayHeading: 'Every price is told before anyone sits down.',
    title: 'Dr Sharma Dental',
    description:
      'A clinic in Indore where people put off coming because they feared the bill. The site says what each treatment costs and how long it takes, and the diary behind it fills the chair without a phone call.',
    client: 'Dr Sharma Dental, clinic',
    role: 'Design, words, website and appointment diary',
    website: 'https://drsharmadental.example',
    points: [
      'Forty treatments, each with its price, its minutes and what it feels like.',
      'An appointment is three taps, and a reminder the evening before.',
      'The diary keeps buffer time between appointments.',
      'Parents see what a child will see, in pictures.',
      'The desk sees who is late before they are.',
    ],
    images: ['/pictures/work-3-1', '/pictures/work-3-2', '/pictures/work-3-3'],
  },
  {
    id: 4,
    displayHeading: 'Forty pieces, each with her name.',
    title: 'Zoya',
    description:
      'Bridal wear from Lucknow. Each of the forty pieces carries the name of the woman who stitched it, and the months that it took. The workshop’s book keeps what a bride chose, so that the second fitting begins where the first one ended.',
    client: 'Zoya, bridal wear',
    role: 'Design, website and the workshop’s book',
    website: 'https://zoyabridal.example',
    points: [
      'A piece is looked at as closely as in the shop, thread by thread.',
      'Who stitched it, and for how long, stands beside the price.',
      'A fitting is asked for on the page of the piece itself.',
      'Measurements are kept once, and seen by two people only.',
      'A calendar of the year’s weddings, so the workshop can say no in time.',
    ],
    images: ['/pictures/work-4-1', '/pictures/work-4-2', '/pictures/work-4-3'],
  },
  {
    id: 5,
    displayHeading: 'A free test, marked at once.',
    title: 'Dhruva',
    description:
      'Physics classes in Kota. Whoever is curious takes a test, and has it back marked before the kettle boils, with what to read next. Every parent has a page of their own, and the teachers have their evenings back.',
    client: 'Dhruva, physics classes',
    role: 'Design, website, tests and parents’ pages',
    website: 'https://dhruvaclasses.example',
    points: [
      'Thirty questions on one page. It keeps your place.',
      'A score, and the 3 chapters to study next.',
      'A parent sees attendance, marks and fees without asking.',
      'A batch starts once it’s full, and shows how many seats are left.',
      'Formulas are text: they can be enlarged, and read aloud.',
    ],
    images: ['/pictures/work-5-1', '/pictures/work-5-2', '/pictures/work-5-3'],
  },
  {
    id: 6,
    displayHeading: 'One on the bench, eleven waiting.',
    title: 'Sundaram Violins',
    description:
      'A violin maker in Thanjavur with a waiting list of three years. The page lets every instrument be heard, and lets those who wait see theirs being made: a photograph a week, and the day it will be strung.',
    client: 'Sundaram Violins, violin maker',
    role: 'Design, sound, website and waiting list',
    website: 'https://sundaramviolins.example',
    points: [
      'Each violin plays the same eight bars, so that they can be compared.',
      'The waiting list is public, by first name, and moves by itself.',
      'A photograph a week, from the bench to the one who waits.',
      'The wood, its tree and its year stand below every instrument.',
      'Repairs are sent in with a recording of what is wrong.',
    ],
    images: ['/pictures/work-6-1', '/pictures/work-6-2', '/pictures/work-6-3'],
  },
]
