import { describe, expect, it } from 'vitest'
import { renderMail } from './render-mail.ts'

const words = {
  subject: 'Your project moved on',
  lines: ['Dear Asha,', ['One', 'Two'], { link: 'https://longhand.example/x?a=1&b="2"', says: 'Open your project' }],
  because: 'You get this because…',
}

it('says the same in text and in HTML', () => {
  const { subject, text, html } = renderMail(words)
  expect(subject).toBe('Your project moved on')
  expect(text).toBe(
    'Dear Asha,\n\n- One\n- Two\n\nOpen your project:\nhttps://longhand.example/x?a=1&b="2"\n\n-- \nYou get this because…\n',
  )
  expect(html).toContain('>Dear Asha,</p>')
  expect(html).toMatch(/<ul[^>]*><li[^>]*>One<\/li><li[^>]*>Two<\/li><\/ul>/)
  expect(html).toContain('<a href="https://longhand.example/x?a=1&amp;b=&quot;2&quot;"')
  expect(html).toContain('>You get this because…</p>')
})

// security: 1.1
it('leaves words words, whatever they are', () => {
  const evil = `<img src=x onerror=alert(1)> & "quotes" 'too'`
  const { html, text } = renderMail({
    subject: evil,
    lines: [evil, [evil], { link: 'https://a.example', says: evil }],
    because: evil,
  })
  expect(html).not.toContain('<img')
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;quotes&quot; &#39;too&#39;/g)).toHaveLength(4)
  expect(text).toContain(evil)
})

it('has a link and a list for each of several things', () => {
  const entries = [
    { says: 'Looms & "Sons"', link: 'https://longhand.example/order-detail/1', lines: ['One', '<b>Two</b>'] },
    { says: '… and 2 more', link: 'https://longhand.example/orders', lines: [] },
  ]
  const { text, html } = renderMail({ subject: 'x', lines: ['Look:', { entries }] })
  expect(text).toBe(
    'Look:\n\nLooms & "Sons"\nhttps://longhand.example/order-detail/1\n- One\n- <b>Two</b>\n\n… and 2 more\nhttps://longhand.example/orders\n',
  )
  expect(html).toMatch(/<a href="https:\/\/longhand\.example\/order-detail\/1"[^>]*>Looms &amp; &quot;Sons&quot;<\/a>/)
  expect(html).toContain('&lt;b&gt;Two&lt;/b&gt;</li></ul>')
  expect(
    renderMail({ subject: 'x', lines: [{ entries: [{ ...entries[0]!, link: 'javascript:alert(1)' }] }] }).html,
  ).not.toContain('href')
})

// security: 1.2
it('makes a link of nothing but an address of the web', () => {
  const { html } = renderMail({ subject: 'x', lines: [{ link: 'javascript:alert(1)', says: 'Click' }] })
  expect(html).not.toContain('href')
})

it('shortens a subject that is too long for one', () => {
  const { subject } = renderMail({ ...words, subject: '🧵'.repeat(400) })
  expect([...subject]).toHaveLength(150)
  expect(subject.endsWith('🧵…')).toBe(true)
})

describe('the letterhead', () => {
  const brand = {
    name: 'Looms & "Sons"',
    colour: '#1d49a0',
    logo: { address: 'https://looms.example/api/logo/logo-a.png', width: 120, height: 40 },
  }
  it('is the name, in the colour of the agency, as its buttons are', () => {
    const { html, text } = renderMail(words, { name: brand.name, colour: brand.colour })
    expect(html).toMatch(/<p style="[^"]*color:#1d49a0[^"]*">Looms &amp; &quot;Sons&quot;<\/p>/)
    expect(html).toContain('background:#1d49a0')
    expect(text).not.toContain('Looms')
  })
  it('is the logo, called by the name, where there is one', () =>
    expect(renderMail(words, brand).html).toContain(
      '<img src="https://looms.example/api/logo/logo-a.png" alt="Looms &amp; &quot;Sons&quot;" width="120" height="40"',
    ))
})
