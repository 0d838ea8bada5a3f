/**
 * Panama's ten provinces and its comarcas with their districts. Guna Yala has no districts: it is
 * listed as its own only one, so that a partner there can be placed.
 */
export const panama: readonly (readonly [province: string, districts: string])[] = [
  ['Bocas del Toro', 'Almirante, Bocas del Toro, Changuinola, Chiriquí Grande'],
  ['Coclé', 'Aguadulce, Antón, La Pintada, Natá, Olá, Penonomé'],
  ['Colón', 'Chagres, Colón, Donoso, Omar Torrijos Herrera, Portobelo, Santa Isabel'],
  [
    'Chiriquí',
    'Alanje, Barú, Boquerón, Boquete, Bugaba, David, Dolega, Gualaca, Remedios, Renacimiento, San Félix, San Lorenzo, Tierras Altas, Tolé',
  ],
  ['Darién', 'Chepigana, Pinogana, Santa Fe'],
  ['Herrera', 'Chitré, Las Minas, Los Pozos, Ocú, Parita, Pesé, Santa María'],
  ['Los Santos', 'Guararé, Las Tablas, Los Santos, Macaracas, Pedasí, Pocrí, Tonosí'],
  ['Panamá', 'Balboa, Chepo, Chimán, Panamá, San Miguelito, Taboga'],
  ['Panamá Oeste', 'Arraiján, Capira, Chame, La Chorrera, San Carlos'],
  [
    'Veraguas',
    'Atalaya, Calobre, Cañazas, La Mesa, Las Palmas, Mariato, Montijo, Río de Jesús, San Francisco, Santa Fe, Santiago, Soná',
  ],
  ['Comarca Emberá-Wounaan', 'Cémaco, Sambú'],
  ['Comarca Guna Yala', 'Guna Yala'],
  [
    'Comarca Ngäbe-Buglé',
    'Besikó, Jirondai, Kankintú, Kusapín, Mironó, Müna, Nole Duima, Ñürüm, Santa Catalina o Calovébora',
  ],
  ['Comarca Naso Tjër Di', 'Naso Tjër Di'],
]
