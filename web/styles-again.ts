/** How long after a failure a stylesheet is asked for again, in milliseconds. */
const pauseMs = 2_000

/**
 * Loads a stylesheet again that could not be loaded, until it is there. Vite requests one only once. What is loaded in
 * the background while offline would be shown without its styles for as long as the page is open.
 */
export function loadStylesAgain(): void {
  addEventListener('vite:preloadError', (event) => {
    const path = /CSS for (\S+)/.exec(event.payload.message)?.[1]
    if (!path) return
    // Otherwise it says nothing of the others that are missing.
    event.preventDefault()
    load(path)
  })
}

function load(path: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  link.addEventListener('error', () => {
    link.remove()
    setTimeout(load, pauseMs, path)
  })
  document.head.append(link)
}
