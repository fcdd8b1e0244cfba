import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import {
  asha,
  cancelled,
  changesRequested,
  completed,
  designShared,
  draftApproved,
  farhan,
  fileDeleted,
  fileShared,
  meera,
  opened,
  reopened,
  signed,
} from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { DesignLinkShared, shareDesignLink } from './share-design-link.ts'
import { cases, check, some, tries } from './testing-action.ts'

const { link } = designShared.data
const design = { orderId: 'x1', link }
const phase = 'landing page' as const
const shared = { type: 'DesignLinkShared' as const, data: { link, phase } }
const second = { ...designShared, data: { link: `${link}-2` }, at: '2026-11-10T10:15:00.000Z' }

export const ofShareDesignLink = cases(shareDesignLink, {
  example: {
    given: [opened],
    by: meera,
    input: { link },
    follows: [DesignLinkShared({ link, phase })],
    said: 'New design shared',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { DesignLinkShared: ({ link }) => ({ link }) },
  tried: tries({ link: some('https://figma.com/a', 'https://figma.com/b') }),
})

if (import.meta.vitest) {
  check(ofShareDesignLink)

  describe('sharing a design link', () => {
    it('puts the link on an open order', () => given(orders, opened).when(shareDesignLink, design, meera).then(shared))
    it('does nothing the second time', () =>
      given(orders, opened, designShared).when(shareDesignLink, design, meera).then())
    it('may go back to an earlier design', () =>
      given(orders, opened, designShared, second).when(shareDesignLink, design, meera).then(shared))
    it('is the next version once changes were asked for, although the link is the same', () => {
      const requested = { ...changesRequested, data: { ...changesRequested.data, points: [] } }
      given(orders, opened, designShared, requested).when(shareDesignLink, design, meera).then(shared)
    })
    it('is the first version of the next phase, although the link is the same', () => {
      const toFullDesign = opened.data.steps
        .slice(
          0,
          opened.data.steps.findIndex(({ phase }) => phase === 'full design'),
        )
        .map(({ id }) => ({ ...signed, data: { step: id, done: true } }))
      const approved = [opened, designShared, draftApproved, ...toFullDesign]
      given(orders, ...approved)
        .when(shareDesignLink, design, meera)
        .then({ type: 'DesignLinkShared', data: { link, phase: 'full design' } })
      given(orders, opened, designShared, draftApproved).when(shareDesignLink, design, meera).then()
    })
    it('waits for the client to review it, since 2026-11-25', () => {
      const before = { ...designShared, data: { link } }
      expect(fold(orders, recorded('order-1', [opened, before])).pending).toEqual({})
      expect(fold(orders, recorded('order-1', [opened, designShared])).pending).toEqual({
        draft: { at: designShared.at, revision: 1 },
      })
    })
    it('keeps every design, with who shared it and when', () =>
      expect(fold(orders, recorded('order-1', [opened, designShared, second])).designs).toEqual([
        { link, phase, by: 'Meera Kulkarni', at: designShared.at },
        { link: `${link}-2`, by: 'Meera Kulkarni', at: second.at },
      ]))

    it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) =>
      given(orders, opened, designShared, closed)
        .when(shareDesignLink, design, meera)
        .thenRefused('Order Either Completed Or Cancelled'),
    )
    it('is free again once the order was reopened', () =>
      given(orders, opened, completed, reopened).when(shareDesignLink, design, meera).then(shared))
    it.each([asha, farhan])('is not for a client: $name', (client) =>
      given(orders, opened).when(shareDesignLink, design, client).thenRefused('Sorry Not Allowed'),
    )
    it('finds no order where there is none', () =>
      given(orders).when(shareDesignLink, design, meera).thenRefused('Not found'))

    it('takes the link without the space around it', () =>
      given(orders, opened)
        .when(shareDesignLink, { ...design, link: ` ${link}\n` }, meera)
        .then(shared))
    it('takes a link to a file that was shared on the order, on whichever host', () => {
      const picture = `https://former.example/uploads/${fileShared.data.file.filename}`
      given(orders, opened, fileShared)
        .when(shareDesignLink, { ...design, link: picture }, meera)
        .then({ type: 'DesignLinkShared', data: { link: picture, phase } })
    })
    it('takes no link to a file that was deleted, although it was shared before', () => {
      const picture = `https://longhand.example/uploads/${fileShared.data.file.filename}`
      given(orders, opened, fileShared, { ...designShared, data: { link: picture } }, second, fileDeleted)
        .when(shareDesignLink, { ...design, link: picture }, meera)
        .thenRefused('Please Enter A Figma Link')
    })
    // security: 3.8
    it.each([
      'https://www.figma.com.evil.test/design/x',
      'https://figma.com.evil.test/',
      'https://evil.test/https://www.figma.com/design/x',
      'https://www.figma.com@evil.test/design/x',
      'http://www.figma.com/design/x',
      'https://evil.test/uploads/of-no-order.png',
    ])('takes no link that only looks like one to Figma: %s', (link) =>
      given(orders, opened, fileShared)
        .when(shareDesignLink, { ...design, link }, meera)
        .thenRefused('Please Enter A Figma Link'),
    )
    it('takes a link that stood there before there was this rule, to go back to it', () => {
      const former = { ...designShared, data: { link: 'https://example.com/design' } }
      given(orders, opened, former, second)
        .when(shareDesignLink, { ...design, link: former.data.link }, meera)
        .then({ type: 'DesignLinkShared', data: { ...former.data, phase } })
    })
    // spec: 5.21, 8.6
    it.each([
      undefined,
      null,
      5,
      '',
      '  ',
      'figma.com/design/x',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://',
      'https://a b',
      `https://www.figma.com/${'x'.repeat(2_000)}`,
    ])('does not take %.30j for a link', (link) => {
      const checked = shareDesignLink.input.safeParse({ orderId: 'x1', link })
      expect(checked.error?.issues.map(({ message }) => message)).toEqual(['Please Enter A Figma Link'])
    })
  })
}
