import type { Entries } from './render-mail.ts'

/**
 * A word in braces that fills itself when a mail is sent. `text` is words, `link` an address, `list` several sentences,
 * `entries` several things with an address and sentences each; the last two take a paragraph of their own.
 */
export type Placeholder = {
  kind: 'text' | 'link' | 'list' | 'entries'
  /** What it stands for. */
  means: string
  /**
   * What it is in the preview and in a test mail. A link is a path of the site. Entries stand between empty lines, each
   * with its name in the first line.
   */
  sample: string
  /** Whether the mail would be of no use without it. */
  required?: true
}

export type MailDefinition = {
  title: string
  /** When it is sent, and to whom. */
  when: string
  placeholders: Readonly<Record<string, Placeholder>>
  /** The text that every agency begins with. */
  subject: string
  text: string
  /** The small print below, which is not edited: why this came. */
  because?: string
}

const reader: Placeholder = { kind: 'text', means: 'the reader’s name', sample: 'Asha Rao' }
/** In a mail to an address that nobody has shown to be theirs: whoever typed it may have typed the name as well. */
const readerIfKnown: Placeholder = { ...reader, means: 'the reader’s name; “client” until the address is confirmed' }
const agency: Placeholder = { kind: 'text', means: 'the agency’s name', sample: '' }

/** Every mail there is. A mail that is added here can be edited, previewed and tried on the page of the settings. */
export const mails = {
  welcome: {
    title: 'Welcome',
    when: 'When a client registers',
    placeholders: {
      name: readerIfKnown,
      agency,
      link: {
        kind: 'link',
        means: 'where they confirm their address, and go on to their dashboard',
        sample: '/dashboard',
        required: true,
      },
    },
    subject: 'Welcome. Your account is ready.',
    text: `Hello,

thank you for registering with {agency}. Tell us about your business next: your answers open your project, and from then on you can watch it move, step by step.

Confirm that this is your address, and go to your dashboard: {link}`,
    because: 'You got this email because someone registered with this address. If it wasn’t you, you can ignore it.',
  },
  confirmAddress: {
    title: 'Confirm email address',
    when: 'When a client asks to confirm their email address',
    placeholders: {
      name: readerIfKnown,
      agency,
      link: {
        kind: 'link',
        means: 'where the address is confirmed',
        sample: '/confirm-address/sample',
        required: true,
      },
    },
    subject: 'Please confirm your email address',
    text: `Hello,

an account with {agency} has this address. Confirm that it is yours: what we already know of you is in your account then.

Confirm this address: {link}

The link is good for seven days, for whoever is logged in to the account.`,
    because: 'You got this email because someone registered with this address. If it wasn’t you, you can ignore it.',
  },
  passwordChanged: {
    title: 'Password changed',
    when: 'When a password is changed or reset',
    placeholders: {
      name: readerIfKnown,
      link: { kind: 'link', means: 'where another one is chosen', sample: '/forgot-password', required: true },
      agency,
    },
    subject: 'Your password was changed',
    text: `Hello,

the password of your account with {agency} was changed, and every other device is logged out.

If it was not you, choose another one at once: {link}`,
    because: 'You got this email for your security. It can’t be turned off.',
  },
  newAddress: {
    title: 'New email address to confirm',
    when: 'To the new address, when somebody changes the email address of their account',
    placeholders: {
      name: readerIfKnown,
      agency,
      link: { kind: 'link', means: 'where the change is confirmed', sample: '/change-address/sample', required: true },
    },
    subject: 'Please confirm your new email address',
    text: `Hello,

somebody wants to use this email address for their account with {agency}. If that’s you, confirm it. You’ll log in with this address from then on.

Confirm your new email address: {link}

The link is good for one day, and works once.`,
    because:
      'You get this because somebody entered this address in their account. If it wasn’t you, you need do nothing.',
  },
  addressChanged: {
    title: 'Email address changed',
    when: 'To the address before, when the email address of an account was changed',
    placeholders: {
      name: reader,
      agency,
      link: {
        kind: 'link',
        means: 'where the change is undone',
        sample: '/undo-address-change/sample',
        required: true,
      },
    },
    subject: 'Your email address was changed',
    text: `Hello,

your account with {agency} has another email address now. Our emails go there, and you log in with it.

If it wasn’t you, undo the change within 7 days. That logs out every device, and you choose a new password: {link}`,
    because: 'You get this because your account had this address until now. It cannot be turned off.',
  },
  orderChanged: {
    title: 'Project update',
    when: 'A few minutes after activity on a project',
    placeholders: {
      name: readerIfKnown,
      people: { kind: 'text', means: 'who did it', sample: 'Kavya Nair' },
      order: { kind: 'text', means: 'the project', sample: 'Asha Rao #3' },
      summary: { kind: 'text', means: 'the change, or the number of changes', sample: '2 changes' },
      changes: {
        kind: 'list',
        means: 'the changes, one per line',
        sample: 'Landing page approval is done\nInvoice updated',
      },
      link: { kind: 'link', means: 'link to the project', sample: '/dashboard', required: true },
      agency,
    },
    subject: '{order}: {summary}',
    text: `Dear {name},

{people} worked on {order}:

{changes}

Open the project: {link}`,
    because: 'You got this email because you follow this project. You can turn these emails off in your settings.',
  },
  ordersChanged: {
    title: 'Updates on several projects',
    when: 'Instead of one email per project, when several change within 10 minutes',
    placeholders: {
      name: readerIfKnown,
      projects: { kind: 'text', means: 'how many projects', sample: '3 projects' },
      summary: { kind: 'text', means: 'how much happened', sample: '4 changes' },
      changes: {
        kind: 'entries',
        means: 'each project with its link and what happened on it, the latest first',
        sample:
          'Asha Rao #3\nLanding page approval is done\nInvoice updated\n\nFarhan Qureshi #1\nProject completed\n\nLeela Menon #2\nDesign shared',
      },
      link: { kind: 'link', means: 'the list of the reader’s projects', sample: '/dashboard', required: true },
      agency,
    },
    subject: '{projects} moved on: {summary}',
    text: `Dear {name},

{projects} moved on, the latest first:

{changes}

Open the list of projects: {link}`,
    because:
      'You got this email because you follow these projects. You can turn these emails off in your settings. You can turn these mails off where you choose your notifications.',
  },
  resetCode: {
    title: 'Password',
    when: 'When someone asks to reset their password',
    placeholders: {
      name: readerIfKnown,
      code: { kind: 'text', means: 'the 6-digit OTP', sample: '428117', required: true },
      agency,
    },
    subject: '{code} is your OTP',
    text: `Hello {name},

to choose a new password, enter this OTP in the browser in which you asked for it: {code}

It is good for ten minutes. If you did not ask for it, ignore this mail; your password stays as it is.`,
  },
  deviceCode: {
    title: 'New device',
    when: 'To whoever cannot log in on a new device after too many tries, and asks for a code',
    placeholders: {
      name: readerIfKnown,
      code: { kind: 'text', means: 'the code of ten letters and digits', sample: 'K7QF2-M4XTP', required: true },
      agency,
    },
    subject: '{code} confirms your device',
    text: `Hello {name},

to log in on a new device, enter this code in the browser in which you asked for it: {code}

It is good for ten minutes at least, and for one device. If you did not ask for it, ignore this mail and give the code to nobody: your password stays as it is.`,
  },
  secondFactorSetUp: {
    title: 'Two-step verification turned on',
    when: 'When someone turns it on',
    placeholders: {
      name: reader,
      link: { kind: 'link', means: 'where a new password is chosen', sample: '/forgot-password', required: true },
      agency,
    },
    subject: 'Two-step verification is on',
    text: `Dear {name},

from now on your account asks for a code of an authenticator app beside your password.

If it was not you who set it up, choose a new password at once: {link}

If you are asked for a code after that, tell {agency}: an admin can turn it off.`,
    because: 'You got this email for your security.',
  },
  secondFactorReset: {
    title: 'Two-step verification turned off',
    when: 'When an admin turns it off for someone',
    placeholders: {
      name: reader,
      admin: { kind: 'text', means: 'who turned it off', sample: 'Kavya Nair', required: true },
      link: { kind: 'link', means: 'where it is set up again', sample: '/settings', required: true },
      agency,
    },
    subject: 'Two-step verification was turned off',
    text: `Dear {name},

{admin} of {agency} has turned off the second factor of your account. Until you set it up again, your password alone is enough to log in.

Set it up again: {link}

If you did not ask for it, tell {agency} at once, and choose a new password.`,
    because: 'You got this email for your security.',
  },
  invitation: {
    title: 'Invitation',
    when: 'When someone is invited as an admin',
    placeholders: {
      inviter: { kind: 'text', means: 'who invites', sample: 'Kavya Nair' },
      agency,
      link: { kind: 'link', means: 'where the account is made', sample: '/invitation/sample', required: true },
    },
    subject: 'Your invitation',
    text: `Hello,

{inviter} invites you to work on the projects of {agency} as an admin.

Make your account here: {link}

The link is good for seven days, and for one account.`,
  },
  webhookOff: {
    title: 'Webhook turned off',
    when: 'When deliveries to a webhook have failed for a week',
    placeholders: {
      name: reader,
      address: { kind: 'text', means: 'the webhook’s URL', sample: 'https://books.example.com/in', required: true },
      since: { kind: 'text', means: 'the day of the first failure', sample: '2026-11-09' },
      link: { kind: 'link', means: 'link to the deliveries', sample: '/integrations', required: true },
      agency,
    },
    subject: 'A webhook was turned off',
    text: `Dear {name},

since {since} nothing could be delivered to {address}. After a week without a single success it was switched off, and is told nothing any more.

Once it listens again, switch it on. What it missed can be sent again from its log: {link}`,
    because: 'You got this email because you added this webhook.',
  },
  dataDownloaded: {
    title: 'Data downloaded',
    when: 'When someone’s personal data is downloaded',
    placeholders: {
      name: reader,
      by: { kind: 'text', means: 'who downloaded it', sample: 'Kavya Nair', required: true },
      agency,
      link: { kind: 'link', means: 'their settings', sample: '/settings', required: true },
    },
    subject: 'Your data was downloaded',
    text: `Dear {name},

everything that {agency} knows of you was downloaded as one file just now, by {by}.

If you do not know of it, change your password and log out everywhere: {link}`,
    because: 'You got this email for your security. It can’t be turned off.',
  },
  dailyHead: {
    title: 'Daily fingerprint',
    when: 'Every day, to the address in DAILY_HEAD_TO',
    placeholders: {
      day: { kind: 'text', means: 'the day', sample: '2026-11-23', required: true },
      events: { kind: 'text', means: 'how many events there were', sample: '1,204', required: true },
      head: {
        kind: 'text',
        means: 'the day and the hash, as npm run audit takes them',
        sample: `2026-11-23:${'9f2c41d07ab3e865'.repeat(4)}`,
        required: true,
      },
      key: { kind: 'text', means: 'the key that the server signs with', sample: '7d4Vw0zR'.repeat(5) },
      agency,
    },
    subject: 'The head of {day}',
    text: `Hello,

up to {day} {agency} has recorded {events} events. This stands for all of them:

{head}

The server signs with this key: {key}

Keep this mail where the server is not. Should the past ever be written anew, npm run audit -- --head={head} --key={key} says so.`,
    because: 'You got this email because DAILY_HEAD_TO is set to this address.',
  },
  // Nothing that was typed into a form may stand in it: whoever did may not be its reader, and what they typed would go
  // out in the agency's name.
  clientInvitation: {
    title: 'Client invitation',
    when: 'When someone is invited as a client',
    placeholders: {
      inviter: { kind: 'text', means: 'who invites', sample: 'Kavya Nair' },
      agency,
      link: { kind: 'link', means: 'where the account is made', sample: '/invitation/sample', required: true },
    },
    subject: 'Your invitation',
    text: `Hello,

{inviter} of {agency} invites you to a page of your own, where you tell us what you need and follow your project.

Make your account here: {link}

The link is good for seven days, and for one account.`,
    because:
      'You got this email because someone asked us for prices with this address. If it wasn’t you, you can ignore it.',
  },
} as const satisfies Record<string, MailDefinition>

export type MailName = keyof typeof mails

export const mailNames = Object.keys(mails) as [MailName, ...MailName[]]

/** A mail as any mail is described. */
export const definitionOf = (name: MailName): MailDefinition => mails[name]

type PlaceholdersOf<Name extends MailName> = (typeof mails)[Name]['placeholders']

type ValueOf<P> = P extends { kind: 'list' } ? readonly string[] : P extends { kind: 'entries' } ? Entries : string

/** What fills a mail: a list or entries for a placeholder that is such, text for the others. Links are whole addresses. */
export type MailValues<Name extends MailName> = {
  [P in keyof PlaceholdersOf<Name>]: ValueOf<PlaceholdersOf<Name>[P]>
}
