/** The rate of twelve days in rupees a tonne, the last one today's. */
export const rates = [53_340, 53_480, 53_420, 53_610, 53_560, 53_700, 53_650, 53_820, 53_760, 53_910, 53_890, 54_230]
