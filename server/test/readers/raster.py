"""Areas as pixels by shapely: nothing here is taken from our own code."""
import numpy
import shapely


def inside(polygon, rows, columns):
    """Pixels whose centre lies inside."""
    shape = shapely.Polygon(polygon)
    shapely.prepare(shape)
    y, x = numpy.mgrid[0:rows, 0:columns]
    return shapely.contains_xy(shape, x.ravel(), y.ravel()).reshape(rows, columns)
