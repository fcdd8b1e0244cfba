/** Whom a client reaches at the agency. Invented, until an admin can say. */
export const provider = {
  name: 'Meera Kulkarni',
  does: 'Your designer from the first line to the handover.',
  phone: '+91 80 5550 0142',
  email: 'meera@longhand.example',
  hours: 'Monday to Saturday, 10 am to 7 pm',
}
