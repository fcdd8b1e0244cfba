/** One way to make a sentence of docs/coverage.md untrue: a text that stands once in the files it is built in, and what to put there. */
export type ChosenMutation = { spec: string; was: string; now: string }

/** Chosen by hand, over all sections: `npm run mutate` breaks them one at a time and runs the tests of their sentences. */
export const mutations: readonly ChosenMutation[] = [
  // 1. What the product does and for whom
  { spec: '1.2', was: 'to="/#work"', now: 'to="/#test-container"' },
  { spec: '1.4', was: '<dd>{text}</dd>', now: '<dd></dd>' },
  { spec: '1.5', was: '<Picture src="/pictures/before"', now: '<Picture src="/pictures/after"' },
  { spec: '1.6', was: '<h3 className="text-5">{title}</h3>', now: '' },
  { spec: '1.14', was: "setAsking('cancel')}", now: "setAsking('complete')}" },
  // 2. Screens and routes
  { spec: '2.8', was: '<span>{text}</span>', now: '' },
  { spec: '2.9', was: 'there ? 200 : 404', now: 'there ? 200 : 200' },
  { spec: '2.12', was: 'title="Dashboard" noindex', now: 'title="Dashboard"' },
  { spec: '2.22', was: '<ScrollRestoration />', now: '' },
  { spec: '2.28', was: 'new Date().getFullYear()', now: '2020' },
  { spec: '2.36', was: '<p>{because}</p>', now: '' },
  {
    spec: '2.41',
    was: '<span aria-hidden="true">{at + 1}</span>}>\n            {item}',
    now: '<span aria-hidden="true">{at + 1}</span>}>',
  },
  { spec: '2.54', was: 'b.openedAt.localeCompare(a.openedAt)', now: 'a.openedAt.localeCompare(b.openedAt)' },
  { spec: '2.55', was: '{clock(openedAt)}', now: '' },
  { spec: '2.58', was: 'No Completed Orders Found', now: 'No Orders Found' },
  { spec: '2.63', was: '{count}', now: '{count + 1}' },
  { spec: '2.68', was: 'deliveredWithin = 28', now: 'deliveredWithin = 35' },
  { spec: '2.76', was: 'options.map((option)', now: 'options.slice(1).map((option)' },
  {
    spec: '2.83',
    was: 'localStore.set(keyOf(orderId), chosen)',
    now: 'localStore.set(keyOf(orderId), shown.slice(1))',
  },
  { spec: '2.85', was: '{spaced(phone)}', now: '{name}' },
  { spec: '2.92', was: 'writeText(text)', now: 'writeText(label)' },
  { spec: '2.108', was: "marks[name] !== 'clear'", now: "marks[name] !== 'clear' && name !== 'text'" },
  // 3. Entities and their fields
  { spec: '3.10', was: '.transform((chosen) => [...new Set(chosen)])', now: '.transform((chosen) => chosen.join())' },
  { spec: '3.11', was: "form.append('questionIds', String(id))", now: '' },
  { spec: '3.12', was: 'unread_messages: unreadCount(row, reader)', now: 'unread_messages: 0' },
  { spec: '3.20', was: "updated_sent: replacedAt ?? ''", now: "updated_sent: ''" },
  // 4. States and transitions
  { spec: '4.3', was: 'tickInterval = 100', now: 'tickInterval = 10' },
  { spec: '4.4', was: 'progress < 60', now: 'progress < 70' },
  {
    spec: '4.8',
    was: "document.getElementById('test-container')?.scrollIntoView({ behavior: scrollBehavior() })",
    now: '',
  },
  { spec: '4.13', was: "return navigate('/orders')", now: 'return' },
  { spec: '4.16', was: "if (order.status !== 'open') throw new Refusal(message)", now: '' },
  { spec: '4.28', was: "await navigate('/login')", now: '' },
  { spec: '4.34', was: "answerObject: null, dependQuestion: null, dependAnswer: '' }", now: 'answerObject: null }' },
  // 5. Validation rules
  { spec: '5.2', was: "fails: 'yes'", now: "fails: 'no'" },
  { spec: '5.8', was: "parsePhoneNumberFromString(phone, 'IN')", now: "parsePhoneNumberFromString(phone, 'US')" },
  {
    spec: '5.13',
    was: 'if (!toAnswer.has(question)) return { ...question, answer: null }',
    now: 'if (!toAnswer.has(question)) return { ...question, answer: answers[question.id] ?? null }',
  },
  { spec: '5.18', was: 'if (form.questionIds.indexOf(id) === at) answers[id]', now: 'answers[id]' },
  { spec: '5.22', was: 'if (captions.length !== files.length)', now: 'if (captions.length > files.length)' },
  { spec: '5.25', was: '/(?<=\\.)\\s|\\n/', now: '/(?<=\\.)|\\n/' },
  { spec: '5.30', was: 'Math.max(0, ...items.map(({ id }) => id)) + 1', now: 'items.length + 1' },
  // 6. Roles and permissions
  { spec: '6.7', was: "(person.role === 'admin' || person.id === order.clientId)", now: '(person !== undefined)' },
  {
    spec: '6.10',
    was: "if (by.role !== 'admin' && shared.by.id !== by.id)",
    now: "if (by.role === 'admin' && shared.by.id !== by.id)",
  },
  {
    spec: '6.18',
    was: "if (personId === by.id) throw new Refusal('You can’t suspend or remove yourself. Ask another admin.')",
    now: '',
  },
  { spec: '6.19', was: "account.role !== 'client'", now: "account.role === 'client'" },
  { spec: '6.21', was: "role: 'client' as const", now: "role: 'admin' as const" },
  // 7. The calls it makes
  {
    spec: '7.9',
    was: 'sessions.leave(response)\n      return { loggedout: true, message: accountCommands.logOut.success }',
    now: 'return { loggedout: true, message: accountCommands.logOut.success }',
  },
  { spec: '7.17', was: 'isSumbmitted: revision >= 0', now: 'isSumbmitted: revision >= -1' },
  { spec: '7.41', was: 'maxProjects = 25', now: 'maxProjects = 1' },
  { spec: '7.45', was: "query.download === 'true' ||", now: '' },
  // 8. Error catalogue
  { spec: '8.2', was: "message: message || 'Something Went Wrong'", now: "message: message || ''" },
  { spec: '8.9', was: "toast.error('Failed to copy text')", now: "toast.success('Copied')" },
  { spec: '8.10', was: 'Login with proper account to access', now: 'Access' },
  // 9. Business constants and limits
  { spec: '9.1', was: 'success: { duration: 2000 }', now: 'success: { duration: 4000 }' },
  { spec: '9.7', was: '99% of our clients', now: '90% of our clients' },
  { spec: '9.10', was: 'during development, we refund 20%', now: 'during development, we refund 30%' },
  { spec: '9.17', was: 'refund: paid - actual - totalPaidRevisions', now: 'refund: paid - actual' },
  { spec: '9.13', was: 'show(target.current + cards)', now: 'show(target.current + 2 * cards)' },
  { spec: '9.24', was: 'localStore.set(key, chosen)', now: '' },
  // 10. Other programs
  { spec: '10.3', was: '!found || !isInForce(found, at) ||', now: '!found ||' },
  { spec: '10.8', was: 'at < before.until', now: 'at > before.until' },
  { spec: '10.11', was: 'escape_formulas: true', now: 'escape_formulas: false' },
  // 11. Running it
  { spec: '11.3', was: '...(publicUrl ? [] : [', now: '...(!publicUrl ? [] : [' },
  { spec: '11.12', was: 'if (hashOf(previous, event) !== hash) throw', now: 'if (hash === "") throw' },
  { spec: '11.32', was: 'else lost.resolve()', now: '' },
  { spec: '11.50', was: "given.replace(offLine, '')", now: "given.replace(/\\n/g, '')" },
]
