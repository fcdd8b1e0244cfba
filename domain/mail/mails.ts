import type { Entries } from './render-mail.ts'

/**
 * A word in braces that is filled in when a mail is sent. `text` is words, `link` an address, `list` several sentences,
 * `entries` several things with an address and sentences each; the last two take a paragraph of their own.
 */
export type Placeholder = {
  kind: 'text' | 'link' | 'list' | 'entries'
  /** Its meaning. */
  means: string
  /**
   * Its value in the preview and in a test mail. A link is a path of the site. Entries stand between empty lines, each with
   * its name in the first line.
   */
  sample: string
  /** Whether the mail would be of no use without it. */
  required?: true
}

type MailDefinition = {
  title: string
  /** When it is sent, and to whom. */
  when: string
  placeholders: Readonly<Record<string, Placeholder>>
  /** The text that every agency begins with. */
  subject: string
  text: string
  /** The small print below, which is not edited: why this came. It may have placeholders that are text. */
  because?: string
}

const text = (means: string, sample: string) => ({ kind: 'text', means, sample }) as const
const needed = (means: string, sample: string) => ({ ...text(means, sample), required: true }) as const
const link = (means: string, sample: string) => ({ kind: 'link', means, sample, required: true }) as const

const reader = text('the reader’s name', 'Asha Rao')
/** The reader in a mail to an unproven address: a stranger may have typed it, and the name as well. */
const readerIfKnown = text('the reader’s name; “client” until the address is confirmed', reader.sample)
const projectIfKnown = text('the project; “your project” until the address is confirmed', 'Asha Rao #3')
const agency = text('the agency’s name', '')

/** Why a client is invited: a visitor requested prices with the address, or an admin typed it. */
export const whyInvited = {
  prices:
    'You got this email because someone asked us for prices with this address. If it wasn’t you, you can ignore it.',
  typed: 'You got this email because we invited this address. If you didn’t expect it, you can ignore it.',
}

/** Every mail there is. A mail that is added here can be edited, previewed and tried on the page of the settings. */
export const mails = {
  welcome: {
    title: 'Welcome',
    when: 'When a client registers',
    placeholders: {
      name: readerIfKnown,
      agency,
      next: text('what the link does', 'Confirm your email address and open your dashboard'),
      link: link('link to open the dashboard; it confirms the email address, unless that was done', '/dashboard'),
    },
    subject: 'Welcome. Your account is ready.',
    text: `Hello,

Thank you for registering with {agency}. Next, tell us about your business: your answers start your project, and you can follow it step by step.

{next}: {link}`,
    because: 'You got this email because someone registered with this address. If it wasn’t you, you can ignore it.',
  },
  confirmAddress: {
    title: 'Confirm email address',
    when: 'When a client asks to confirm their email address',
    placeholders: {
      name: readerIfKnown,
      agency,
      link: link('link to confirm the email address', '/confirm-address/sample'),
    },
    subject: 'Please confirm your email address',
    text: `Hello,

Please confirm that this email address belongs to your {agency} account. What you sent us earlier will then appear in your account.

Confirm this email address: {link}

The link is valid for 7 days. You need to be logged in to use it.`,
    because: 'You got this email because someone registered with this address. If it wasn’t you, you can ignore it.',
  },
  passwordChanged: {
    title: 'Password changed',
    when: 'When a password is changed or reset',
    placeholders: {
      name: readerIfKnown,
      link: link('link to choose a new password', '/forgot-password'),
      agency,
    },
    subject: 'Your password was changed',
    text: `Hello,

The password of your {agency} account was changed, and all other devices were logged out.

If this wasn’t you, choose a new password now: {link}`,
    because: 'You got this email for your security. It can’t be turned off.',
  },
  newAddress: {
    title: 'New email address to confirm',
    when: 'When someone changes their email address: sent to the new one',
    placeholders: {
      name: readerIfKnown,
      agency,
      link: link('link to confirm the change', '/change-address/sample'),
    },
    subject: 'Please confirm your new email address',
    text: `Hello,

Someone wants to use this email address for their {agency} account. If that’s you, confirm it. From then on, you’ll log in with this email address.

Confirm your new email address: {link}

The link is valid for 1 day and works once.`,
    because:
      'You got this email because someone entered this address in their account. If it wasn’t you, you can ignore it.',
  },
  proposalAccepted: {
    title: 'Proposal accepted',
    when: 'When a client accepts a proposal, to the client and every admin, with what was accepted as PDF and as text',
    placeholders: {
      name: readerIfKnown,
      project: projectIfKnown,
      by: text('who accepted it; “you” until the address is confirmed', 'Asha Rao'),
      version: text('the version of the proposal', 'Version 1'),
      price: text('the price', '₹65,000'),
      day: text('the day it was accepted', '07/12/2026'),
      files: text('where the accepted text is', 'The accepted text is attached.'),
      link: link('link to the project', '/dashboard'),
      agency,
    },
    subject: 'Proposal accepted: {project}',
    text: `Hello {name},

{version} of the proposal for {project} was accepted by {by} on {day}. The project price is {price}.

{files}

Open the project: {link}`,
    because: 'You got this email as your copy of what was agreed.',
  },
  receiptSent: {
    title: 'Receipt',
    when: 'When the receipt of a payment is sent, to the client, with the receipt as PDF',
    placeholders: {
      name: readerIfKnown,
      project: projectIfKnown,
      amount: text('what was paid', '₹13,000'),
      number: text('the number of the receipt', 'RC/2026-27/1'),
      files: text('where the receipt is', 'The receipt is attached.'),
      link: link('link to the payments of the project', '/dashboard'),
      agency,
    },
    subject: 'Receipt {number} for {amount}',
    text: `Hello {name},

We received {amount} for {project}. Thank you. {files}

See your payments: {link}`,
    because: 'You got this email because you paid for this project. You can turn these emails off in your settings.',
  },
  paymentDue: {
    title: 'Payment due soon',
    when: 'Two days before a payment is due, to the client',
    placeholders: {
      name: readerIfKnown,
      agency,
      amount: text('what is due', '₹32,500'),
      day: text('the day on which it is due', '07/12/2026'),
      link: link('link to the payment page', '/dashboard'),
    },
    subject: '{amount} is due on {day}',
    text: `Hello {name},

{amount} for your project is due on {day}. When you have paid, please tell us there.

Pay and report your payment: {link}`,
    because:
      'You got this email because a payment for your project is due. You can turn these emails off in your settings.',
  },
  paymentOverdue: {
    title: 'Payment overdue',
    when: 'One and seven days after a payment was due, to the client',
    placeholders: {
      name: readerIfKnown,
      agency,
      amount: text('what is due', '₹32,500'),
      day: text('the day on which it was due', '07/12/2026'),
      link: link('link to the payment page', '/dashboard'),
    },
    subject: '{amount} was due on {day}',
    text: `Hello {name},

{amount} for your project was due on {day}, and we haven’t received it yet. If you have paid, please tell us there, so that we can look for it.

Pay or report your payment: {link}`,
    because:
      'You got this email because a payment for your project is due. You can turn these emails off in your settings.',
  },
  addressChanged: {
    title: 'Email address changed',
    when: 'When someone changes their email address: sent to the old one',
    placeholders: {
      name: readerIfKnown,
      agency,
      link: link('link to undo the change', '/undo-address-change/sample'),
    },
    subject: 'Your email address was changed',
    text: `Hello,

The email address of your {agency} account was changed. You now log in with the new one, and we send our emails there.

If this wasn’t you, undo the change within 7 days. We then log out all devices, and you choose a new password: {link}`,
    because: 'You got this email for your security. It can’t be turned off.',
  },
  orderChanged: {
    title: 'Project update',
    when: 'A few minutes after activity on a project',
    placeholders: {
      name: readerIfKnown,
      news: text('who made changes to which project', 'Kavya Nair made changes to Asha Rao #3'),
      people: text('who made the changes', 'Kavya Nair'),
      order: text('the project', 'Asha Rao #3'),
      summary: text('the change, or the number of changes', '2 changes'),
      changes: {
        kind: 'list',
        means: 'the changes, one per line',
        sample: 'Landing page approval is done\nInvoice updated',
      },
      next: text('whose turn it is, and what for', 'Waiting for you: approve the full design.'),
      link: link('link to the project', '/dashboard'),
      agency,
    },
    subject: '{order}: {summary}',
    text: `Hello {name},

{news}:

{changes}

{next}

Open the project: {link}`,
    because: 'You got this email because you follow this project. You can turn these emails off in your settings.',
  },
  ordersChanged: {
    title: 'Updates on several projects',
    when: 'Instead of one email per project, when several change within 10 minutes',
    placeholders: {
      name: readerIfKnown,
      projects: text('the number of projects', '3 projects'),
      summary: text('the number of changes', '4 changes'),
      changes: {
        kind: 'entries',
        means: 'each project with its link and its changes, newest first',
        sample:
          'Asha Rao #3\nLanding page approval is done\nInvoice updated\n\nFarhan Qureshi #1\nProject completed\n\nLeela Menon #2\nDesign shared',
      },
      link: link('link to the reader’s projects', '/dashboard'),
      agency,
    },
    subject: '{projects} updated: {summary}',
    text: `Hello {name},

There is news on {projects}, newest first:

{changes}

Open your projects: {link}`,
    because: 'You got this email because you follow these projects. You can turn these emails off in your settings.',
  },
  resetCode: {
    title: 'Password reset',
    when: 'When someone asks to reset their password',
    placeholders: {
      name: readerIfKnown,
      code: needed('the 6-digit OTP', '428117'),
      agency,
    },
    subject: '{code} is your OTP',
    text: `Hello {name},

To choose a new password, enter this OTP in the browser where you asked for it: {code}

It’s valid for 10 minutes. If you didn’t ask for it, ignore this email; your password won’t change.`,
  },
  deviceCode: {
    title: 'New device',
    when: 'When someone asks for a code to log in on a new device, after too many tries',
    placeholders: {
      name: readerIfKnown,
      code: needed('the 10-character code', 'K7QF2-M4XTP'),
      agency,
    },
    subject: '{code} confirms your device',
    text: `Hello {name},

To log in on a new device, enter this code in the browser where you asked for it: {code}

It’s valid for at least 10 minutes, and for 1 device. If you didn’t ask for it, ignore this email and don’t share the code. Your password won’t change.`,
  },
  secondFactorSetUp: {
    title: 'Two-step verification turned on',
    when: 'When someone turns it on',
    placeholders: {
      name: readerIfKnown,
      link: link('link to choose a new password', '/forgot-password'),
      agency,
    },
    subject: 'Two-step verification is on',
    text: `Hello {name},

You’ll now need a code from your authenticator app to log in, in addition to your password.

If you didn’t turn this on, choose a new password now: {link}

If you’re still asked for a code after that, contact {agency}. An admin can turn it off.`,
    because: 'You got this email for your security.',
  },
  secondFactorReset: {
    title: 'Two-step verification turned off',
    when: 'When an admin turns it off for someone',
    placeholders: {
      name: readerIfKnown,
      admin: needed('who turned it off', 'Kavya Nair'),
      link: link('link to turn it on again', '/settings'),
      agency,
    },
    subject: 'Two-step verification was turned off',
    text: `Hello {name},

{admin} from {agency} turned off two-step verification for your account. You can now log in with only your password.

Turn it on again: {link}

If you didn’t ask for this, contact {agency} now and choose a new password.`,
    because: 'You got this email for your security.',
  },
  invitation: {
    title: 'Invitation',
    when: 'When someone is invited as an admin',
    placeholders: {
      inviter: text('who sent the invitation', 'Kavya Nair'),
      agency,
      link: link('link to create the account', '/invitation/sample'),
    },
    subject: 'Join {agency} as an admin',
    text: `Hello,

{inviter} has invited you to manage projects at {agency} as an admin.

Create your account: {link}

The link is valid for 7 days and works once.`,
  },
  webhookOff: {
    title: 'Webhook turned off',
    when: 'When deliveries to a webhook have failed for a week',
    placeholders: {
      name: reader,
      address: needed('the webhook’s URL', 'https://books.example.com/in'),
      since: text('the day of the first failure', '09/11/2026'),
      link: link('link to the deliveries', '/integrations'),
      agency,
    },
    subject: 'A webhook was turned off',
    text: `Hello {name},

We couldn’t deliver anything to {address} since {since}, so after a week we turned this webhook off.

Once it works again, turn it back on and resend what failed: {link}`,
    because: 'You got this email because you added this webhook.',
  },
  dataDownloaded: {
    title: 'Data downloaded',
    when: 'When someone’s personal data is downloaded',
    placeholders: {
      name: readerIfKnown,
      by: needed('who downloaded it', 'Kavya Nair'),
      agency,
      link: link('link to the reader’s settings', '/settings'),
    },
    subject: 'Your data was downloaded',
    text: `Hello {name},

All the data {agency} holds about you has just been downloaded by {by}.

If you didn’t expect this, change your password and log out everywhere: {link}`,
    because: 'You got this email for your security. It can’t be turned off.',
  },
  dailyHead: {
    title: 'Daily fingerprint',
    when: 'Every day, to the address in DAILY_HEAD_TO',
    placeholders: {
      day: needed('the day', '2026-11-23'),
      events: needed('the number of events', '1,204'),
      head: needed(
        'the fingerprint: the day and the hash, as npm run audit takes them',
        `2026-11-23:${'9f2c41d07ab3e865'.repeat(4)}`,
      ),
      key: text('the server’s public signing key', '7d4Vw0zR'.repeat(5)),
      agency,
    },
    subject: 'Fingerprint of {day}',
    text: `Hello,

By {day}, the number of events recorded by {agency} was {events}. This is their fingerprint:

{head}

The server signs with this key: {key}

Keep this email outside the server. To check later that no event was changed, run: npm run audit -- --head={head} --key={key}`,
    because: 'You got this email because DAILY_HEAD_TO is set to this address.',
  },
  // Nothing that was typed into a form may stand in it. Its reader may be another person, and the text would go out in
  // the agency's name.
  clientInvitation: {
    title: 'Client invitation',
    when: 'When someone is invited as a client',
    placeholders: {
      inviter: text('who sent the invitation', 'Kavya Nair'),
      agency,
      because: text('why this came', whyInvited.prices),
      link: link('link to create the account', '/invitation/sample'),
    },
    subject: 'Start your project with {agency}',
    text: `Hello,

{inviter} from {agency} has invited you. Create an account to tell us what you need and follow your project.

Create your account: {link}

The link is valid for 7 days and works once.`,
    because: '{because}',
  },
} as const satisfies Record<string, MailDefinition>

export type MailName = keyof typeof mails

export const mailNames = Object.keys(mails) as [MailName, ...MailName[]]

/** A mail as any mail is described. */
export const definitionOf = (name: MailName): MailDefinition => mails[name]

type PlaceholdersOf<Name extends MailName> = (typeof mails)[Name]['placeholders']

type ValueOf<P> = P extends { kind: 'list' } ? readonly string[] : P extends { kind: 'entries' } ? Entries : string

/** The values of a mail: a list or entries for such a placeholder, text for the others. Links are whole addresses. */
export type MailValues<Name extends MailName> = {
  [P in keyof PlaceholdersOf<Name>]: ValueOf<PlaceholdersOf<Name>[P]>
}
