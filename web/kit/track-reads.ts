/**
 * Messages by field, and the fields whose message was asked for: a form shows those that it asks for while it is drawn, and
 * no others.
 */
export function trackReads<Messages extends Record<string, string>>(messages: Messages) {
  const read = new Set<string>()
  return {
    messages: new Proxy(messages, {
      get(all, name, receiver) {
        if (typeof name === 'string') read.add(name)
        return Reflect.get(all, name, receiver)
      },
    }),
    read: read as ReadonlySet<string>,
  }
}
