import escaped from 'escape-html'

/** Text as it stands in HTML, between tags and in attributes. The one function of the house that does this. */
export const escapeHtml = (text: string): string => escaped(text)
