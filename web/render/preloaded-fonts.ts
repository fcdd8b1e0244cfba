/**
 * The names of the faces of every page, with the digest that the build gives them: asked for while the page is still being
 * read. The italics and the letters beyond English come when a page has them.
 */
export const preloadedFont = /\b(?:newsreader-roman|newsreader-roman-display|instrument-sans)-[\w-]{7}\.woff2/
