/** The demo's admin, by whom its events are known again. */
export const demoAdmin = { name: 'Meera Kulkarni', email: 'meera@longhand.example', phone: '+919000000010' }
