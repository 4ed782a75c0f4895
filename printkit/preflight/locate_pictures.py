"""Finds faces on pages that are pictures, such as pages saved as JPEG: by what they look like."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import PdfFile, page_size, render_placed
from printkit.inspect.pictures import render_warped
from printkit.preflight.book import Face
from printkit.preflight.locate import TRUE_SIZE, Found
from printkit.preflight.registration import unlikeness
from printkit.preflight.tiles import PX_PER_MM

__all__ = ["Pictured", "locate_pictures"]

# So many pixels a mm faces are looked for in.
COARSE = 0.8
# A face is here if page and face have so much in common: the correlation of their pixels, 1 where they are the same.
LEAST, SURE = 0.55, 0.85
# Sheets are printed at this size, two to a page, four to a page, or a little smaller to fit.
SCALES = (1.0, 0.7071, 0.97, 0.94, 0.5)
TURNS = (0, 180, 90, 270)
# So many of the likeliest faces are looked at finely.
LIKELIEST = 6
# Places are measured in so many pixels a mm, one after the other; of the pixels this share, those that differ least.
MEASURED = (1.0, 1.0, 1.5, 1.5, 3.0, 3.0, 3.0, 6.0, 6.0)
KEPT = 0.98
# Two faces share no more than this at their edges, in mm.
INNER = 5.0
# A turn below this, in degrees, is none.
UPRIGHT = 0.1


class Pictured(NamedTuple):
    """Faces as they should be, one a page of the size of its trim: each with its pages from 0."""

    pdf: PdfFile
    faces: Mapping[int, Face]


class _Hit(NamedTuple):
    """A place on a page: the map from a face's mm to the page's, and the pages of the likeliest faces, best first."""

    place: Affine
    pages: tuple[int, ...]
    scale: float


def locate_pictures(pdf: PdfFile, pictured: Pictured) -> Iterator[tuple[Found, ...]]:
    """The faces on each page, from the top left; `steady` is 0, for no letter says where they are."""
    looks = _Looks(pictured)
    scales: Sequence[float] = SCALES
    for index in range(len(pdf)):
        hits = looks.hits(pdf, index, scales)
        if hits:
            # All sheets of a file are printed alike.
            scales = (hits[0].scale,)
        best = sorted((looks.found(pdf, index, hit) for hit in hits), key=lambda each: each[0])
        found: list[Found] = []
        for _, each in best:
            if not any(other.trim.grown(-INNER).overlaps(each.trim.grown(-INNER)) for other in found):
                found.append(each)
        yield tuple(sorted(found, key=lambda each: (round(each.trim.y), round(each.trim.x))))


class _Looks:
    """Faces as pixels."""

    def __init__(self, pictured: Pictured) -> None:
        self.pictured = pictured
        self.extents = {page: face.extent for page, face in pictured.faces.items()}
        self.at = cache(self._at)

    def _at(self, page: int, px_per_mm: float, scale: float, turn: int) -> Any:
        """A face that is printed so, in grey."""
        extent = self.extents[page]
        turned = Affine.scaling(scale).then(Affine.rotation(turn))
        box = turned.rect(Rect(0.0, 0.0, *extent))
        place = turned.then(Affine.translation(-box.x, -box.y))
        return _grey(self.pictured.pdf, page, px_per_mm, place, Size(box.width, box.height))

    def hits(self, pdf: PdfFile, index: int, scales: Sequence[float]) -> list[_Hit]:
        """Where faces lie on a page, the likeliest first: at the first of these scales that is sure, else the best."""
        page = _Correlated(_grey(pdf, index, COARSE, Affine(), page_size(pdf, index)))
        best: tuple[float, float, dict[int, Any]] = (LEAST, 1.0, {})
        for scale in scales:
            scores = self._scores(page, scale)
            most = max((float(own.max()) for own in scores.values()), default=0.0)
            if most > best[0]:
                best = most, scale, scores
            if most >= SURE:
                break
        return list(self._taken(*best[1:]))

    def _scores(self, page: _Correlated, scale: float) -> dict[int, Any]:
        """For each turn what a page has in common with every face, at every place."""
        import numpy

        faces = {turn: [self.at(face, COARSE, scale, turn) for face in self.extents] for turn in TURNS}
        return {
            turn: numpy.stack([page.with_(face) for face in own])
            for turn, own in faces.items()
            if page.holds(own[0])
        }

    def _taken(self, scale: float, scores: dict[int, Any]) -> Iterator[_Hit]:
        """The likeliest place, then the likeliest beside it, as long as there is one."""
        import numpy

        faces = list(self.extents)
        while scores:
            turn = max(scores, key=lambda each: float(scores[each].max()))
            best = scores[turn]
            if float(best.max()) < LEAST:
                return
            _, row, column = numpy.unravel_index(int(best.argmax()), best.shape)
            near = best[:, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2].max(axis=(1, 2))
            likely = numpy.argsort(-near, kind="stable")[:LIKELIEST]
            hit = self._hit(scale, turn, (column, row), tuple(faces[each] for each in likely))
            yield hit
            middle = hit.place.rect(Rect(0.0, 0.0, *self.extents[hit.pages[0]]))
            for each, own in scores.items():
                _blank(own, self.at(faces[0], COARSE, scale, each).shape, middle)

    def _hit(self, scale: float, turn: int, corner: tuple[Any, Any], pages: tuple[int, ...]) -> _Hit:
        turned = Affine.scaling(scale).then(Affine.rotation(turn))
        box = turned.rect(Rect(0.0, 0.0, *self.extents[pages[0]]))
        x, y = (float(each) / COARSE for each in corner)
        return _Hit(turned.then(Affine.translation(x - box.x, y - box.y)), pages, scale)

    def found(self, pdf: PdfFile, index: int, hit: _Hit) -> tuple[float, Found]:
        """How unlike the likeliest of the faces is, and exactly where it lies."""
        place = self._measured(pdf, index, hit.pages[0], hit.place)
        apart = {page: unlikeness(*self._pair(pdf, index, page, place, PX_PER_MM)) for page in hit.pages}
        page = min(apart, key=apart.__getitem__)
        if page != hit.pages[0]:
            place = self._measured(pdf, index, page, place)
        face = self.pictured.faces[page]
        scale, turn = math.hypot(place.a, place.b), math.degrees(math.atan2(place.b, place.a)) % 360
        if abs(turn - round(turn / 90) * 90) < UPRIGHT:
            turn = float(round(turn / 90) * 90 % 360)
        scale = 1.0 if abs(scale - 1) < TRUE_SIZE else scale
        found = Found(face, place, scale, turn, place.rect(Rect(0.0, 0.0, *face.extent)), 0)
        return apart[page], found

    def _measured(self, pdf: PdfFile, index: int, page: int, place: Affine) -> Affine:
        """The place where a face lies exactly: measured coarsely first, each time what was left over."""
        for pixels in MEASURED:
            wanted, seen = self._pair(pdf, index, page, place, pixels)
            place = _left_over(wanted.mean(axis=2), seen.mean(axis=2), pixels).then(place)
        return place

    def _pair(self, pdf: PdfFile, index: int, page: int, place: Affine, px_per_mm: float) -> tuple[Any, Any]:
        """A face as it should be and as it is, in the mm of the face."""
        extent = self.extents[page]
        wanted = _colours(self.pictured.pdf, page, px_per_mm, Affine(), extent)
        return wanted, render_warped(pdf, index, px_per_mm, place.inverse(), _pixels(extent, px_per_mm))


def _left_over(wanted: Any, seen: Any, px_per_mm: float) -> Affine:
    """How far one drawing lies beside another, by least squares over the slopes of both, in mm.

    What differs most is left out: a mark says nothing about the place.
    """
    import numpy

    down, across = numpy.gradient((wanted + seen) / 2)
    apart = seen - wanted
    y, x = numpy.indices(wanted.shape)
    x, y = x - (wanted.shape[1] - 1) / 2, y - (wanted.shape[0] - 1) / 2
    slopes = numpy.stack((across, down, across * x + down * y, down * x - across * y), axis=-1)
    kept = numpy.abs(apart) <= max(float(numpy.quantile(numpy.abs(apart), KEPT)), 1.0)
    left, top, scale, turn = numpy.linalg.lstsq(slopes[kept], -apart[kept], rcond=None)[0].tolist()
    middle = tuple(edge / 2 / px_per_mm for edge in reversed(wanted.shape))
    about = Affine(1 + scale, turn, -turn, 1 + scale, left / px_per_mm, top / px_per_mm)
    return Affine.translation(-middle[0], -middle[1]).then(about).then(Affine.translation(*middle))


class _Correlated:
    """A page with which faces are compared at every place."""

    def __init__(self, pixels: Any) -> None:
        import numpy

        self.pixels = pixels.astype(float)
        self.shape = tuple(1 << (edge - 1).bit_length() for edge in pixels.shape)
        self.waves = numpy.fft.rfft2(self.pixels, self.shape)
        self.sums = cache(partial(_sums, self.pixels))

    def holds(self, face: Any) -> bool:
        return all(own <= room for own, room in zip(face.shape, self.pixels.shape, strict=True))

    def with_(self, face: Any) -> Any:
        """What the page has in common with a face whose corner lies on each pixel, -1 to 1."""
        import numpy

        own = face - face.mean()
        high, wide = own.shape
        common = numpy.fft.irfft2(self.waves * numpy.fft.rfft2(own, self.shape).conj(), self.shape)
        rows, columns = self.pixels.shape[0] - high + 1, self.pixels.shape[1] - wide + 1
        spread = numpy.sqrt((own**2).sum()) * self.sums(high, wide)
        return (common[:rows, :columns] / numpy.maximum(spread, 1.0)).astype(numpy.float32)


def _sums(pixels: Any, high: int, wide: int) -> Any:
    """How far the pixels of every part of this size differ from their mean, as the root of the sum of squares."""
    import numpy

    def total(values: Any) -> Any:
        sums = numpy.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        return sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]

    return numpy.sqrt(numpy.maximum(total(pixels**2) - total(pixels) ** 2 / (high * wide), 0.0))


def _blank(scores: Any, shape: tuple[int, int], taken: Rect) -> None:
    """Nothing else whose middle lies well inside a face that was found is one."""
    inner = taken.grown(-min(taken.width, taken.height) / 4)
    top, left = (edge * COARSE - own / 2 for edge, own in zip((inner.y, inner.x), shape, strict=True))
    bottom, right = top + inner.height * COARSE, left + inner.width * COARSE
    rows, columns = (
        slice(max(0, int(a)), max(0, math.ceil(b) + 1)) for a, b in ((top, bottom), (left, right))
    )
    scores[:, rows, columns] = -1.0


def _colours(pdf: PdfFile, page: int, px_per_mm: float, place: Affine, size: Size) -> Any:
    return render_placed(pdf, page, px_per_mm, place, _pixels(size, px_per_mm))


def _pixels(size: Size, px_per_mm: float) -> tuple[int, int]:
    return max(1, round(size.width * px_per_mm)), max(1, round(size.height * px_per_mm))


def _grey(pdf: PdfFile, page: int, px_per_mm: float, place: Affine, size: Size) -> Any:
    return _colours(pdf, page, px_per_mm, place, size).mean(axis=2)
