// A classic script in the head, so that the paper has its colour before anything is drawn on it.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's choice stands.
}
